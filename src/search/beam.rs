//! A beam over states with equal numbers of turned stock cards: finds wins fast, refutes nothing.
//!
//! A layer holds the states in which the same number of cards has left the stock. It is closed under
//! all plays (up to a cap), ranked by the game's evaluation, and the best few are ranked again by
//! playouts on the real stock; a playout that wins ends the search. The best `width` states turn a
//! card and make the next layer. Everything is reproducible from the options.

use super::{Control, Limit, Outcome};
use crate::game::{Dominance, Game, Guide};
use hashbrown::HashSet;

/// How wide, with which weights, and how many playouts.
#[derive(Clone, Debug)]
pub struct BeamOptions<W> {
    /// States kept in each layer.
    pub width: usize,
    /// Weights of the evaluation.
    pub weights: W,
    /// Playouts for each state that is ranked again; 0 ranks by the evaluation alone.
    pub n_playouts: u64,
    /// What a card on a foundation at a playout's end counts beside the evaluation.
    pub playout_weight: i32,
    /// States ranked again, in multiples of the width.
    pub keep: usize,
    /// Distinguishes the playouts of otherwise equal searches.
    pub noise: u64,
}

/// Memory that searches of the same game share.
#[derive(Debug)]
pub struct Beam<G: Game> {
    /// How each state was reached: the entry before it, and the move.
    arena: Vec<(u32, Option<G::Move>)>,
    seen: HashSet<G::Key>,
    moves: Vec<G::Move>,
    line: Vec<G::Move>,
    /// Of the playouts of the searches since it was last cleared: the most cards played, and the line.
    best: (u32, Vec<G::Move>),
}

impl<G: Game> Default for Beam<G> {
    fn default() -> Beam<G> {
        Beam {
            arena: Vec::new(),
            seen: HashSet::new(),
            moves: Vec::new(),
            line: Vec::new(),
            best: (0, Vec::new()),
        }
    }
}

#[derive(Clone, Copy)]
struct Node<S> {
    state: S,
    /// The entry of the arena that says how it was reached.
    link: u32,
}

impl<G: Game> Beam<G> {
    /// Forgets the best line.
    pub fn clear_best(&mut self) {
        self.best.0 = 0;
        self.best.1.clear();
    }

    /// The line that played the most cards, of all playouts since [`Beam::clear_best`].
    pub fn best(&self) -> &[G::Move] {
        &self.best.1
    }

    /// The moves that lead to an entry.
    fn path(&self, mut link: u32) -> Vec<G::Move> {
        let mut path = Vec::new();
        while let (before, Some(play)) = self.arena[link as usize] {
            path.push(play);
            link = before;
        }
        path.reverse();
        path
    }

    fn step(&mut self, game: &G, node: &Node<G::State>, play: G::Move) -> Node<G::State> {
        let mut state = node.state;
        game.play(&mut state, play);
        self.arena.push((node.link, Some(play)));
        Node {
            state,
            link: self.arena.len() as u32 - 1,
        }
    }
}

/// Searches from `start`; the outcome is a winning line or unknown. Counts the states expanded and
/// the playouts made.
pub fn beam<G: Guide>(
    game: &G,
    start: G::State,
    options: &BeamOptions<G::Weights>,
    max_nodes: u64,
    control: &Control<'_>,
    memory: &mut Beam<G>,
) -> (Outcome<G::Move>, u64) {
    memory.arena.clear();
    memory.arena.push((0, None));
    let mut n_nodes = 0;
    // Layers to come, by the number of cards turned less that of the layer at hand.
    let mut layers: Vec<Vec<Node<G::State>>> = vec![vec![Node {
        state: start,
        link: 0,
    }]];
    let mut noise = options.noise;
    while !layers.is_empty() {
        let mut layer = layers.remove(0);
        if layer.is_empty() {
            continue;
        }
        if let Some(limit) = control.stopped() {
            return (Outcome::Unknown(limit), n_nodes);
        }
        if n_nodes >= max_nodes {
            return (Outcome::Unknown(Limit::Nodes(max_nodes)), n_nodes);
        }
        let turned = game.turned(&layer[0].state);
        memory.seen.clear();
        layer.retain(|node| memory.seen.insert(game.key(&node.state)));

        // Close the layer under plays.
        let cap = 40 * options.width + 200;
        let mut turns: Vec<(usize, G::Move)> = Vec::new();
        let mut i = 0;
        while i < layer.len() {
            let node = layer[i];
            if game.won(&node.state) {
                return (Outcome::Solvable(memory.path(node.link)), n_nodes);
            }
            let mut moves = std::mem::take(&mut memory.moves);
            moves.clear();
            game.useful_moves(&node.state, Dominance::ALL, &mut moves);
            n_nodes += 1;
            for &play in &moves {
                let mut state = node.state;
                game.play(&mut state, play);
                let ahead = (game.turned(&state) - turned) as usize;
                let is_play = game.played(&state) > game.played(&node.state);
                if ahead > 0 && !is_play {
                    turns.push((i, play));
                } else if ahead > 0 {
                    let next = memory.step(game, &node, play);
                    if layers.len() < ahead {
                        layers.resize(ahead, Vec::new());
                    }
                    layers[ahead - 1].push(next);
                } else if layer.len() < cap && memory.seen.insert(game.key(&state)) {
                    let next = memory.step(game, &node, play);
                    layer.push(next);
                }
            }
            memory.moves = moves;
            i += 1;
        }
        if turns.is_empty() {
            continue;
        }

        // Rank by evaluation, then the best by playouts.
        let mut ranked: Vec<(i32, usize, G::Move)> = turns
            .iter()
            .map(|&(i, play)| (game.evaluate(&layer[i].state, &options.weights), i, play))
            .collect();
        let by_value = |a: &(i32, usize, G::Move), b: &(i32, usize, G::Move)| {
            b.0.cmp(&a.0).then(a.1.cmp(&b.1))
        };
        ranked.sort_unstable_by(by_value);
        ranked.truncate(options.width * options.keep);
        if options.n_playouts > 0 {
            for entry in &mut ranked {
                let mut sum = 0;
                for i in 0..options.n_playouts {
                    noise = noise.wrapping_add(1);
                    memory.line.clear();
                    let seed = if i == 0 { 0 } else { noise };
                    let end = game.playout(&layer[entry.1].state, seed, &mut memory.line);
                    if game.won(&end) {
                        let mut path = memory.path(layer[entry.1].link);
                        path.extend_from_slice(&memory.line);
                        return (Outcome::Solvable(path), n_nodes);
                    }
                    let played = game.played(&end);
                    if played > memory.best.0 {
                        let mut path = memory.path(layer[entry.1].link);
                        path.extend_from_slice(&memory.line);
                        memory.best = (played, path);
                    }
                    sum += played as i32;
                }
                entry.0 += options.playout_weight * sum / options.n_playouts as i32;
                n_nodes += options.n_playouts;
            }
            ranked.sort_unstable_by(by_value);
        }
        ranked.truncate(options.width);
        if layers.is_empty() {
            layers.push(Vec::new());
        }
        for &(_, i, play) in &ranked {
            let next = memory.step(game, &layer[i], play);
            let ahead = (game.turned(&next.state) - turned) as usize;
            if layers.len() < ahead {
                layers.resize(ahead, Vec::new());
            }
            layers[ahead - 1].push(next);
        }
    }
    (Outcome::Unknown(Limit::Incomplete), n_nodes)
}
