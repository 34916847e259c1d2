//! Search generic over [`Game`](crate::game::Game): table, depth-first search, beam, limits.

mod beam;
mod depth_first;
mod limits;
mod table;

pub use beam::{Beam, BeamOptions, beam};
pub use depth_first::depth_first;
pub use limits::{Control, Limit, Limits, Outcome};
pub use table::Table;
