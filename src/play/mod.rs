//! Hidden-information play: what a player sees, strategies, simulation.

mod race;
mod random;
mod simulate;
pub mod strategies;
mod strategy;
mod table;
mod view;

pub use random::Random;
pub use simulate::{GameResult, PlayError, Record, simulate};
pub use strategy::{STRATEGIES, Strategy, StrategyInfo, StrategyOptions};
pub use table::{Announced, Player, Trace};
pub use view::View;
