//! What is laid out and which rule options hold: plain data, one struct a family.
//!
//! Full games and the shrunken ones of the tests differ only in these numbers.

use crate::cards::{Card, Rank, Suit};

/// The Royal Cotillion family: two foundations a suit, a left wing of columns, a right wing of cells.
///
/// Deal order: the columns row by row (the last row is the free one), the cells, the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CotillionSetup {
    /// Suits used: the first `n_suits` of clubs, diamonds, hearts, spades.
    pub n_suits: u8,
    /// Ranks used: 1..=`n_ranks`. Foundations wrap, so an odd number keeps the full game's cycle
    /// (an even one is built odds then evens for `bases` (1, 2), and is refused for others).
    pub n_ranks: u8,
    /// Columns of the left wing; 0 where there is none.
    pub n_columns: u8,
    /// Cards in each column at the start.
    pub n_rows: u8,
    /// Cells of the right wing.
    pub n_cells: u8,
    /// Base ranks of each suit's first and second foundation. They may be equal.
    pub bases: (Rank, Rank),
    /// Whether one base card for each foundation lies there from the start and is not dealt.
    pub preplaced: bool,
    /// Runs through the stock, 1 or more.
    pub n_passes: u8,
}

impl CotillionSetup {
    /// The ranks in the order in which a foundation with this base takes them.
    ///
    /// By steps of two around the cycle of `n_ranks` ranks: for 13 ranks the king is followed by the
    /// two and the queen by the ace. With an even number of ranks two steps never change parity, so
    /// the foundation goes on with the lowest rank of the other parity.
    pub fn build_order(&self, base: Rank) -> Vec<Rank> {
        let n = self.n_ranks;
        let mut order = Vec::with_capacity(n as usize);
        let mut rank = base.number();
        for _ in 0..n {
            order.push(Rank::new(rank));
            rank += 2;
            if rank > n {
                // From the last odd rank to 2, from the last even rank to 1.
                rank = if (rank - 2) % 2 == 1 { 2 } else { 1 };
            }
        }
        order
    }

    /// The base cards that are not dealt: for each suit the first and the second base, or none.
    pub fn preplaced_cards(&self) -> Vec<Card> {
        if !self.preplaced {
            return Vec::new();
        }
        let suits = Suit::ALL[..self.n_suits as usize].iter();
        suits
            .flat_map(|&s| [Card::new(self.bases.0, s), Card::new(self.bases.1, s)])
            .collect()
    }

    /// Cards dealt.
    pub fn n_dealt(&self) -> usize {
        let off = if self.preplaced {
            2 * self.n_suits as usize
        } else {
            0
        };
        2 * self.n_suits as usize * self.n_ranks as usize - off
    }

    /// Cards in the stock.
    pub fn n_stock(&self) -> usize {
        self.n_dealt() - self.n_columns as usize * self.n_rows as usize - self.n_cells as usize
    }
}

/// Which plays from a corner to the centre Windmill allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Borrow {
    /// One at a time: the next card on the centre then comes from a sail, the waste or the stock.
    Strict,
    /// Never.
    None,
    /// Always.
    Unlimited,
}

/// The Windmill family: a centre of four wrapped runs, four corners built the other way, cells.
///
/// Deal order: the sails, the stock. The centre's first card (and with `kings_preplaced` the
/// corners' base cards) are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct WindmillSetup {
    /// Suits of each of the two decks; there are 2 × `n_suits` cards of each rank.
    pub n_suits: u8,
    /// Ranks used: 1..=`n_ranks`. The highest plays the king's part.
    pub n_ranks: u8,
    /// Cells ("sails").
    pub n_cells: u8,
    /// Corners. The centre takes `2 * n_suits - n_corners` runs of `n_ranks` cards.
    pub n_corners: u8,
    /// Whether base cards lie in all corners from the start.
    pub kings_preplaced: bool,
    /// Whether a king may go to the centre only when all corners have been taken.
    pub kings_first: bool,
    /// Which cards may go from a corner to the centre.
    pub borrow: Borrow,
    /// Whether a corner's base card may be borrowed too.
    pub free_kings: bool,
    /// Whether the game is mirrored: rank r plays the part of `n_ranks + 1 - r`.
    pub reversed: bool,
}

impl WindmillSetup {
    /// The part that a rank plays: itself, or its mirror image when the direction is reversed.
    pub fn role(&self, rank: Rank) -> Rank {
        if self.reversed {
            Rank::new(self.n_ranks + 1 - rank.number())
        } else {
            rank
        }
    }

    /// The centre's height when it is complete: the runs not built in corners.
    pub fn centre_goal(&self) -> usize {
        (2 * self.n_suits as usize - self.n_corners as usize) * self.n_ranks as usize
    }

    /// The rank of the centre's first card (the ace's part) and of the corners' bases (the king's).
    pub fn left_out_ranks(&self) -> (Rank, Rank) {
        (self.role(Rank::ACE), self.role(Rank::new(self.n_ranks)))
    }

    /// Cards dealt: all but the centre's first and the preplaced corner bases.
    pub fn n_dealt(&self) -> usize {
        let kings = if self.kings_preplaced {
            self.n_corners as usize
        } else {
            0
        };
        2 * self.n_suits as usize * self.n_ranks as usize - 1 - kings
    }

    /// Cards in the stock.
    pub fn n_stock(&self) -> usize {
        self.n_dealt() - self.n_cells as usize
    }
}

/// One suit's run on a foundation of Contradance or Quadrille.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ContradanceSetup {
    /// Decks in play: 2 for Contradance, 1 for Quadrille. Each foundation exists once a deck.
    pub n_decks: u8,
    /// Suits used.
    pub n_suits: u8,
    /// Ranks used: 1..=`n_ranks`.
    pub n_ranks: u8,
    /// Base rank of the piles built down: base, base − 1, …, ace, king (13 ranks: 5 4 3 2 A K).
    /// The piles built up start one rank higher and end below the king or the decoration.
    pub down_base: Rank,
    /// Whether the rank below the king (the queen of a full deck) is decoration, laid aside when
    /// it shows and no part of any foundation.
    pub queens_decorate: bool,
    /// Whether all bases (and decoration) are out from the start.
    pub preplaced: bool,
    /// Runs through the stock, 1 or more.
    pub n_passes: u8,
}

impl ContradanceSetup {
    /// The ranks of a foundation built down, in order.
    pub fn down_order(&self) -> Vec<Rank> {
        let down = (1..=self.down_base.number()).rev().map(Rank::new);
        down.chain([Rank::new(self.n_ranks)]).collect()
    }

    /// The ranks of a foundation built up, in order.
    pub fn up_order(&self) -> Vec<Rank> {
        let end = self.n_ranks - 1 - u8::from(self.queens_decorate);
        (self.down_base.number() + 1..=end).map(Rank::new).collect()
    }

    /// The decoration's rank, if there is one.
    pub fn decoration(&self) -> Option<Rank> {
        self.queens_decorate.then(|| Rank::new(self.n_ranks - 1))
    }

    /// The cards that are out from the start and are not dealt, or none.
    pub fn preplaced_cards(&self) -> Vec<Card> {
        let mut cards = Vec::new();
        for &suit in &Suit::ALL[..self.n_suits as usize] {
            for rank in self.preplaced_ranks() {
                for _ in 0..self.n_decks {
                    cards.push(Card::new(rank, suit));
                }
            }
        }
        cards
    }

    /// The ranks of these: the bases and the decoration.
    fn preplaced_ranks(&self) -> impl Iterator<Item = Rank> {
        let base = self.down_base.number();
        let ranks = [
            Some(Rank::new(base)),
            Some(Rank::new(base + 1)),
            self.decoration(),
        ];
        let ranks = self.preplaced.then_some(ranks);
        ranks.into_iter().flatten().flatten()
    }

    /// Cards dealt, all of them to the stock.
    pub fn n_dealt(&self) -> usize {
        let n_ranks = self.n_ranks as usize - self.preplaced_ranks().count();
        self.n_decks as usize * self.n_suits as usize * n_ranks
    }
}

/// Which choices Gavotte's player has. The wings have equal size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct GavotteSetup {
    /// Suits used.
    pub n_suits: u8,
    /// Ranks used, an odd number.
    pub n_ranks: u8,
    /// Columns made of the wing that is not free.
    pub n_columns: u8,
    /// Rows of each wing; a wing holds `n_columns * n_rows` cards.
    pub n_rows: u8,
    /// The wing that is all cells, 1 or 2; `None` lets the player choose.
    pub free_wing: Option<u8>,
    /// The base ranks; `None` lets the player choose.
    pub bases: Option<(Rank, Rank)>,
}

impl GavotteSetup {
    /// Cards dealt: all.
    pub fn n_dealt(&self) -> usize {
        2 * self.n_suits as usize * self.n_ranks as usize
    }

    /// Cards in each wing.
    pub fn wing_size(&self) -> usize {
        self.n_columns as usize * self.n_rows as usize
    }

    /// Cards in the stock.
    pub fn n_stock(&self) -> usize {
        self.n_dealt() - 2 * self.wing_size()
    }

    /// The Royal Cotillion position that a choice of free wing and bases leads to.
    pub fn chosen(&self, bases: (Rank, Rank)) -> CotillionSetup {
        CotillionSetup {
            n_suits: self.n_suits,
            n_ranks: self.n_ranks,
            n_columns: self.n_columns,
            n_rows: self.n_rows,
            n_cells: self.wing_size() as u8,
            bases,
            preplaced: false,
            n_passes: 1,
        }
    }

    /// The cards in the deal order of [`GavotteSetup::chosen`]: columns, cells, stock.
    pub fn chosen_cards(&self, free_wing: u8, cards: &[Card]) -> Vec<Card> {
        let (wing_1, rest) = cards.split_at(self.wing_size());
        let (wing_2, stock) = rest.split_at(self.wing_size());
        let (columns, cells) = if free_wing == 1 {
            (wing_2, wing_1)
        } else {
            (wing_1, wing_2)
        };
        [columns, cells, stock].concat()
    }
}

/// A game with its options settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Setup {
    /// Royal Cotillion, Odd and Even.
    Cotillion(CotillionSetup),
    /// Gavotte: a choice of Royal Cotillion positions.
    Gavotte(GavotteSetup),
    /// Windmill and its variants.
    Windmill(WindmillSetup),
    /// Contradance and Quadrille.
    Contradance(ContradanceSetup),
}
