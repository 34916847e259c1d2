//! What all games share: columns, cells, stock and waste, and how holes are filled.

use super::illegal::Illegal;
use super::key::Key;
use crate::cards::Card;
use crate::deal::notation::From;

/// A card of the stock and its place in the stock as dealt. The rules never look at the place; it
/// serves [`super::Table::placed_key`] only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StockCard {
    pub card: Card,
    pub place: u8,
}

/// All cards that are not on foundations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// Each column, its playable card last.
    pub columns: Vec<Vec<Card>>,
    /// Each cell's card, or a hole.
    pub cells: Vec<Option<Card>>,
    /// The next card to turn last.
    pub stock: Vec<StockCard>,
    /// The playable card last.
    pub waste: Vec<StockCard>,
    /// How often the waste may still be turned over.
    pub redeals_left: u8,
}

impl Layout {
    /// Deals the columns row by row, then the cells; the rest is the stock.
    pub fn deal(
        cards: &[Card],
        n_columns: usize,
        n_rows: usize,
        n_cells: usize,
        n_passes: u8,
    ) -> Layout {
        let mut next = cards.iter();
        let mut columns = vec![Vec::new(); n_columns];
        for _row in 0..n_rows {
            for column in &mut columns {
                column.extend(next.next().copied());
            }
        }
        let cells = (0..n_cells).map(|_| next.next().copied()).collect();
        let mut layout = Layout {
            columns,
            cells,
            stock: Vec::new(),
            waste: Vec::new(),
            redeals_left: 0,
        };
        layout.deal_stock(next.as_slice(), n_passes);
        layout
    }

    /// Makes these cards the stock, whatever was in stock and waste.
    pub fn deal_stock(&mut self, cards: &[Card], n_passes: u8) {
        self.waste.clear();
        self.stock.clear();
        let places = (0..cards.len() as u8).rev();
        let cards = cards.iter().rev();
        self.stock.extend(
            cards
                .zip(places)
                .map(|(&card, place)| StockCard { card, place }),
        );
        self.redeals_left = n_passes - 1;
    }

    /// Every place that could hold a playable card, empty or not.
    pub fn sources(&self) -> Vec<From> {
        let columns = (1..=self.columns.len()).map(|n| From::Column(n as u8));
        let cells = (1..=self.cells.len()).map(|n| From::Cell(n as u8));
        columns.chain(cells).chain([From::Waste]).collect()
    }

    /// The playable card of a column, a cell or the waste.
    #[inline(always)]
    pub fn card_at(&self, from: From) -> Result<Card, Illegal> {
        let no_such = Illegal::NoSuchSource(from);
        let card = match from {
            From::Column(n) => nth(&self.columns, n).ok_or(no_such)?.last().copied(),
            From::Cell(n) => *nth(&self.cells, n).ok_or(no_such)?,
            From::Waste => self.waste.last().map(|top| top.card),
            From::Corner(_) => return Err(no_such),
        };
        card.ok_or(Illegal::Empty(from))
    }

    /// Takes the card that [`Layout::card_at`] found. An emptied cell is filled at once: with the
    /// top of the waste, else with the next stock card, else it stays a hole.
    #[inline(always)]
    pub fn take(&mut self, from: From) {
        match from {
            From::Column(n) => {
                self.columns[n as usize - 1].pop();
            }
            From::Waste => {
                self.waste.pop();
            }
            From::Cell(n) => {
                let refill = if !self.waste.is_empty() {
                    self.waste.pop()
                } else {
                    self.stock.pop()
                };
                self.cells[n as usize - 1] = refill.map(|refill| refill.card);
            }
            From::Corner(_) => unreachable!("a corner is not part of the layout"),
        }
    }

    /// Whether a stock card can be turned.
    #[inline(always)]
    pub fn check_turn(&self) -> Result<(), Illegal> {
        if self.stock.is_empty() {
            return Err(Illegal::StockEmpty);
        }
        Ok(())
    }

    /// Puts the next stock card on the waste.
    #[inline(always)]
    pub fn turn(&mut self) {
        if let Some(card) = self.stock.pop() {
            self.waste.push(card);
        }
    }

    /// Whether the waste can be turned over.
    pub fn check_redeal(&self) -> Result<(), Illegal> {
        if !self.stock.is_empty() {
            return Err(Illegal::StockNotEmpty);
        }
        if self.waste.is_empty() {
            return Err(Illegal::NothingToRedeal);
        }
        if self.redeals_left == 0 {
            return Err(Illegal::NoRedealLeft);
        }
        Ok(())
    }

    /// Turns the waste over, unshuffled: its bottom card is the first to be turned again.
    pub fn redeal(&mut self) {
        self.stock.extend(self.waste.drain(..).rev());
        self.redeals_left -= 1;
    }

    /// Writes the position of these cards to a key, cells in sorted order, each card as `label`
    /// gives it. With `by_place`, the cards of stock and waste are written as places.
    pub fn write_key(&self, key: &mut Key, label: fn(Card) -> u8, by_place: bool) {
        for column in &self.columns {
            key.list(column.iter().map(|&card| label(card)));
        }
        let mut cells: Vec<u8> = self
            .cells
            .iter()
            .map(|cell| cell.map_or(u8::MAX, label))
            .collect();
        cells.sort_unstable();
        key.list(cells);
        let named = |c: &StockCard| if by_place { c.place } else { label(c.card) };
        key.list(self.stock.iter().rev().map(named));
        key.list(self.waste.iter().map(named));
        key.number(self.redeals_left);
    }

    /// The lowest-numbered cell that holds an equal card, for a cell; any other place as it is.
    pub fn representative(&self, from: From, label: fn(Card) -> u8) -> From {
        let From::Cell(n) = from else { return from };
        let content = |cell: &Option<Card>| cell.map(label);
        let own = nth(&self.cells, n).map(content);
        let first = self
            .cells
            .iter()
            .position(|cell| Some(content(cell)) == own);
        first.map_or(from, |i| From::Cell(i as u8 + 1))
    }
}

/// The item with this number, counted from 1.
pub(super) fn nth<T>(items: &[T], number: u8) -> Option<&T> {
    (number as usize).checked_sub(1).and_then(|i| items.get(i))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        crate::deal::parse_deal(text).unwrap()
    }

    fn waste(layout: &Layout) -> Vec<Card> {
        layout.waste.iter().map(|c| c.card).collect()
    }

    #[test]
    fn columns_are_dealt_row_by_row_then_cells_then_stock() {
        let layout = Layout::deal(&cards("AC 2C 3C 4C 5C 6C 7C 8C"), 2, 2, 3, 1);
        assert_eq!(layout.columns, [cards("AC 3C"), cards("2C 4C")]);
        let cells: Vec<_> = layout.cells.iter().flatten().copied().collect();
        assert_eq!(cells, cards("5C 6C 7C"));
        assert_eq!(layout.stock.len(), 1);
        assert_eq!(layout.card_at(From::Column(1)), Ok(cards("3C")[0]));
        assert_eq!(layout.card_at(From::Cell(3)), Ok(cards("7C")[0]));
        for from in [
            From::Column(0),
            From::Column(3),
            From::Cell(0),
            From::Cell(4),
            From::Corner(1),
        ] {
            assert_eq!(layout.card_at(from), Err(Illegal::NoSuchSource(from)));
        }
        assert_eq!(
            layout.card_at(From::Waste),
            Err(Illegal::Empty(From::Waste))
        );
    }

    #[test]
    fn a_hole_is_filled_from_the_waste_then_the_stock_then_stays() {
        let mut layout = Layout::deal(&cards("AC 2C 3C 4C 5C"), 0, 0, 1, 1);
        layout.turn();
        layout.turn();
        assert_eq!(waste(&layout), cards("2C 3C"));
        for expected in ["3C", "2C", "4C", "5C"] {
            layout.take(From::Cell(1));
            assert_eq!(layout.card_at(From::Cell(1)), Ok(cards(expected)[0]));
        }
        assert!(layout.stock.is_empty() && layout.waste.is_empty());
        layout.take(From::Cell(1));
        assert_eq!(
            layout.card_at(From::Cell(1)),
            Err(Illegal::Empty(From::Cell(1)))
        );
    }

    #[test]
    fn taking_from_a_column_or_the_waste_fills_nothing() {
        let mut layout = Layout::deal(&cards("AC 2C 3C 4C"), 1, 2, 0, 1);
        layout.turn();
        layout.take(From::Column(1));
        assert_eq!(layout.columns, [cards("AC")]);
        assert_eq!(waste(&layout), cards("3C"));
        layout.take(From::Waste);
        assert_eq!(waste(&layout), []);
        assert_eq!(layout.stock.len(), 1);
    }

    #[test]
    fn a_redeal_repeats_the_order_and_waits_for_the_stock_to_run_out() {
        let mut layout = Layout::deal(&cards("AC 2C 3C"), 0, 0, 0, 2);
        layout.turn();
        assert_eq!(layout.check_redeal(), Err(Illegal::StockNotEmpty));
        layout.turn();
        layout.turn();
        assert_eq!(layout.check_turn(), Err(Illegal::StockEmpty));
        assert_eq!(layout.check_redeal(), Ok(()));
        layout.redeal();
        for expected in ["AC", "2C", "3C"] {
            layout.turn();
            assert_eq!(layout.card_at(From::Waste), Ok(cards(expected)[0]));
        }
        assert_eq!(layout.check_redeal(), Err(Illegal::NoRedealLeft));
        layout.waste.clear();
        assert_eq!(layout.check_redeal(), Err(Illegal::NothingToRedeal));
    }
}
