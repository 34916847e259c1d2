//! Search generic over [`Game`](crate::game::Game): table, depth-first search, beam, limits.
