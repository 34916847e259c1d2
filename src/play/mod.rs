//! Hidden-information play: what a player sees, strategies, simulation.

pub mod outside;
mod race;
mod random;
mod sight;
mod simulate;
pub mod strategies;
mod strategy;
mod table;
mod view;

pub use random::Random;
pub use sight::Sight;
pub use simulate::{GameResult, PlayError, Record, simulate};
pub use strategy::{STRATEGIES, Strategy, StrategyInfo, StrategyOptions};
pub use table::{Announced, Player, Trace};
pub use view::View;
