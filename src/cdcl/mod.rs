//! A small clause-learning engine with native counters. It knows no cards.
