use proptest::prelude::*;

use super::*;
use crate::tui::testing::drawn;

const NAMES: [&str; 8] = [
    "invoice-extract",
    "電子署名-esign",
    "pdf-forms",
    "pdf-merge",
    "ocr-scans",
    "csv-charts",
    "form-builder",
    "a-very-long-family-name-with-a-telling-end",
];

fn columns() -> [Column<'static>; 3] {
    [Column::name("skill", 8), Column::figure("overlap", 8, 2), Column::text("rival", 6, 1)]
}

fn row(index: usize) -> Vec<Line<'static>> {
    let name = NAMES[index % NAMES.len()];
    vec![Line::raw(name), Line::raw(format!("0.{index}")), Line::raw("pdf-forms")]
}

fn shown(width: u16, height: u16, window: Window, focused: bool) -> String {
    let columns = columns();
    let sorted = Some(Sorted { column: 1, descending: true });
    let table = Table { columns: &columns, sorted, focused };
    drawn(width, height, |buf| table.draw(buf, buf.area, &Theme::default(), window, row))
}

#[test]
fn a_table_with_room() {
    let window = Window { len: 8, offset: 0, selected: Some(1) };
    insta::assert_snapshot!(shown(44, 10, window, true));
}

#[test]
fn a_long_table_says_what_is_outside() {
    let window = Window { len: 30, offset: 5, selected: Some(7) };
    insta::assert_snapshot!(shown(26, 7, window, false));
}

#[test]
fn a_place_on_the_screen_is_a_row_or_a_column() {
    let columns = columns();
    let table = Table { columns: &columns, sorted: None, focused: true };
    let area = Rect::new(2, 3, 44, 7);
    let window = Window { len: 30, offset: 5, selected: None };
    assert_eq!(table.height(area, 30), 5);
    assert_eq!(table.row_at(area, window, 2, 4), Some(5));
    assert_eq!(table.row_at(area, window, 2, 8), Some(9));
    assert_eq!(table.row_at(area, window, 2, 9), None, "the line of what is left");
    assert_eq!(table.row_at(area, window, 1, 4), None);
    assert_eq!(table.column_at(area, 3, 3), Some(0));
    assert_eq!(table.column_at(area, 45, 3), Some(2));
    assert_eq!(table.column_at(area, 3, 4), None);
}

proptest! {
    #[test]
    fn any_size_and_window_draws(
        w in 0..60u16, h in 0..20u16, x in 0..60u16, y in 0..20u16,
        len in 0..40usize, offset in 0..50usize, selected in prop::option::of(0..50usize),
    ) {
        let columns = columns();
        let table = Table { columns: &columns, sorted: None, focused: true };
        let area = Rect::new(x, y, w, h);
        let window = Window { len, offset, selected };
        let mut buf = Buffer::empty(Rect::new(0, 0, 60, 20));
        table.draw(&mut buf, area, &Theme::default(), window, row);
        for place in buf.area.positions().filter(|place| !area.contains(*place)) {
            prop_assert_eq!(&buf[place], &ratatui::buffer::Cell::default());
        }
        for place in area.positions() {
            let _ = table.column_at(area, place.x, place.y);
            let row = table.row_at(area, window, place.x, place.y);
            prop_assert!(row.is_none_or(|row| row < len));
        }
    }
}
