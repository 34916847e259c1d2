//! From rules, strategy and seed to a game's result, whatever the family.

use super::{GameResult, PlayError, Random, Strategy, StrategyOptions, simulate};
use crate::cards::{Card, Rank};
use crate::deal::{GavotteSetup, Move, Setup, shuffle};
use crate::family::contradance::Contradance;
use crate::family::cotillion::{Cotillion, PackKey};
use crate::family::windmill::Windmill;
use crate::game::Hidden;
use crate::reference::Choice;

/// Plays games of one set-up by one strategy.
pub struct Player {
    setup: Setup,
    deck: Vec<Card>,
    cards: Vec<Card>,
    seat: Seat,
}

/// The strategy, seated at its family's table.
enum Seat {
    Gavotte(Box<dyn Strategy<Cotillion<u128>>>),
    OnePass(Box<dyn Strategy<Cotillion<u128>>>, Box<Cotillion<u128>>),
    Redeal(
        Box<dyn Strategy<Cotillion<(u128, u64)>>>,
        Box<Cotillion<(u128, u64)>>,
    ),
    Windmill(Box<dyn Strategy<Windmill>>, Box<Windmill>),
    Contradance(Box<dyn Strategy<Contradance>>, Box<Contradance>),
}

/// Gavotte's choice as a player makes it before the first card is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announced {
    /// The wing that is all cells, 1 or 2.
    pub free_wing: u8,
    /// The base ranks.
    pub bases: (Rank, Rank),
}

impl std::convert::From<Announced> for Choice {
    fn from(announced: Announced) -> Choice {
        Choice {
            free_wing: announced.free_wing,
            bases: announced.bases,
        }
    }
}

/// A game played move by move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// How it ended.
    pub result: GameResult,
    /// Gavotte's choice.
    pub announced: Option<Announced>,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Player {
    /// A player of this strategy.
    pub fn new(setup: &Setup, strategy: &StrategyOptions) -> Player {
        let deck = setup.deck();
        let player = strategy;
        let seat = match setup {
            Setup::Cotillion(s) if !<u128 as PackKey>::fits(s) => {
                Seat::Redeal(player.player(), Box::new(Cotillion::new(s, &deck)))
            }
            Setup::Cotillion(s) => {
                Seat::OnePass(player.player(), Box::new(Cotillion::new(s, &deck)))
            }
            Setup::Gavotte(_) => Seat::Gavotte(player.player()),
            Setup::Windmill(s) => {
                Seat::Windmill(player.player(), Box::new(Windmill::new(s, &deck)))
            }
            Setup::Contradance(s) => {
                Seat::Contradance(player.player(), Box::new(Contradance::new(s, &deck)))
            }
        };
        Player {
            setup: *setup,
            deck,
            cards: Vec::new(),
            seat,
        }
    }

    /// Plays the deal with this seed.
    ///
    /// # Errors
    /// [`PlayError`] for an illegal answer of the strategy.
    pub fn play(&mut self, seed: u64) -> Result<GameResult, PlayError> {
        self.run(seed, false).map(|trace| trace.result)
    }

    /// Plays the deal with this seed and keeps the moves.
    ///
    /// # Errors
    /// [`PlayError`] for an illegal answer of the strategy.
    pub fn trace(&mut self, seed: u64) -> Result<Trace, PlayError> {
        self.run(seed, true)
    }

    fn run(&mut self, seed: u64, keep: bool) -> Result<Trace, PlayError> {
        self.cards.clone_from(&self.deck);
        shuffle(&mut self.cards, seed);
        let cards = &self.cards;
        let random = Random::new(seed, 0);
        let mut announced = None;
        let (result, moves) = match (&mut self.seat, &self.setup) {
            (Seat::Gavotte(player), Setup::Gavotte(s)) => {
                let choice = announce(s, cards, &mut Random::new(seed, 1));
                announced = Some(choice);
                let dealt = s.chosen_cards(choice.free_wing, cards);
                let game = Cotillion::new(&s.chosen(choice.bases), &dealt);
                one_game(&game, &mut **player, random, keep)
            }
            (Seat::OnePass(player, game), _) => {
                game.deal_again(cards);
                one_game(&**game, &mut **player, random, keep)
            }
            (Seat::Redeal(player, game), _) => {
                game.deal_again(cards);
                one_game(&**game, &mut **player, random, keep)
            }
            (Seat::Windmill(player, game), _) => {
                game.deal_again(cards);
                one_game(&**game, &mut **player, random, keep)
            }
            (Seat::Contradance(player, game), _) => {
                game.deal_again(cards);
                one_game(&**game, &mut **player, random, keep)
            }
            (Seat::Gavotte(_), _) => unreachable!("the seat was made for the set-up"),
        }?;
        Ok(Trace {
            result,
            announced,
            moves,
        })
    }
}

fn one_game<G: Hidden>(
    game: &G,
    player: &mut dyn Strategy<G>,
    random: Random,
    keep: bool,
) -> Result<(GameResult, Vec<Move>), PlayError> {
    let mut line = Vec::new();
    let result = simulate(game, player, random, keep.then_some(&mut line))?;
    let moves = if keep { game.text(&line) } else { Vec::new() };
    Ok((result, moves))
}

/// Orders of the stock on which each choice is tried.
const N_TRIALS: usize = 12;

/// Gavotte's choice from what lies open: the one after which always playing brings most cards to the
/// foundations on random orders of the stock, the same orders for all choices.
pub(super) fn announce(setup: &GavotteSetup, cards: &[Card], random: &mut Random) -> Announced {
    let all = (1..=setup.n_ranks).map(Rank::new);
    let pairs = all
        .clone()
        .flat_map(|a| all.clone().map(move |b| (a, b)))
        .filter(|(a, b)| a <= b);
    let pairs: Vec<_> = setup
        .bases
        .map_or_else(|| pairs.collect(), |pair| vec![pair]);
    let wings = setup.free_wing.map_or(vec![1, 2], |wing| vec![wing]);
    let choices = wings
        .iter()
        .flat_map(|&w| pairs.iter().map(move |&b| (w, b)));
    let choices: Vec<_> = choices
        .map(|(free_wing, bases)| Announced { free_wing, bases })
        .collect();
    if let [only] = choices[..] {
        return only;
    }
    let (wings, stock) = cards.split_at(2 * setup.wing_size());
    let mut unseen = stock.to_vec();
    unseen.sort_unstable();
    let mut sums = vec![0; choices.len()];
    for _ in 0..N_TRIALS {
        for i in (1..unseen.len()).rev() {
            unseen.swap(i, random.below(i as u32 + 1) as usize);
        }
        let drawn = [wings, &unseen].concat();
        for (sum, choice) in sums.iter_mut().zip(&choices) {
            let dealt = setup.chosen_cards(choice.free_wing, &drawn);
            let game = Cotillion::<u128>::new(&setup.chosen(choice.bases), &dealt);
            let mut state = crate::game::Game::start(&game);
            game.always_play_out(&mut state);
            *sum += crate::game::Game::played(&game, &state);
        }
    }
    let best = (0..choices.len()).max_by_key(|&i| (sums[i], std::cmp::Reverse(i)));
    choices[best.expect("there are choices")]
}
