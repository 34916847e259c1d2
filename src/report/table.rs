//! Plain text tables.

/// A table with left-aligned first column and right-aligned others, no borders.
pub fn table(rows: &[Vec<String>]) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| {
        rows.iter()
            .filter_map(|r| r.get(c))
            .map(|s| s.chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..n_columns).map(|c| width(c).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (c, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[c] - cell.chars().count());
            if c == 0 {
                line += &format!("{cell}{pad}");
            } else {
                line += &format!("  {pad}{cell}");
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A rate in percent with two decimals.
pub fn percent(rate: f64) -> String {
    format!("{:.2} %", 100.0 * rate)
}

/// A count with thousands set apart.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [
            vec!["a".to_string(), "10".into()],
            vec!["bcd".into(), "5".into(), "x".into()],
        ];
        assert_eq!(table(&rows), "a    10\nbcd   5  x\n");
        assert_eq!(
            (count(0), count(999), count(1000)),
            ("0".into(), "999".into(), "1,000".into())
        );
        assert_eq!(count(12_345_678), "12,345,678");
        assert_eq!(percent(0.1234567), "12.35 %");
    }
}
