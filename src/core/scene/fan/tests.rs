use proptest::prelude::*;

use super::*;

fn rival(name: &str, outbound: f64, inbound: f64) -> Rival {
    Rival {
        id: name.into(),
        name: name.into(),
        figure: format!("{:.2}", outbound.max(inbound)),
        news: String::new(),
        detail: Vec::new(),
        outbound: Some(outbound),
        inbound: Some(inbound),
    }
}

fn fan(size: (u16, u16), focus: &str, rivals: &[Rival], ink: Ink) -> Fan {
    let mut slots = Slots::default();
    let claims: Vec<Claim<'_>> = rivals.iter().map(Rival::claim).collect();
    slots.update(1, &"focus".into(), &claims, rows_a_side(size.0, size.1));
    Fan::of(size, focus, rivals, &slots, ink)
}

/// The picture as text; wide characters leave the next cell out.
fn text(fan: &Fan, size: (u16, u16)) -> String {
    let mut rows = vec![vec![" ".to_owned(); size.0.into()]; size.1.into()];
    let mut put = |piece: &Piece| {
        let mut x = usize::from(piece.x);
        for c in piece.text.chars() {
            let cells = usize::from(width(&c.to_string()));
            let row = &mut rows[usize::from(piece.y)];
            row[x] = c.to_string();
            (x + 1..x + cells).for_each(|x| row[x].clear());
            x += cells;
        }
    };
    put(&fan.title);
    for label in &fan.labels {
        put(&label.name);
        label.figure.iter().chain(&label.detail).for_each(&mut put);
    }
    for stroke in &fan.strokes {
        rows[usize::from(stroke.y)][usize::from(stroke.x)] = stroke.symbol.to_string();
    }
    let focus = fan.focus;
    for y in focus.y..focus.bottom() {
        rows[usize::from(y)][usize::from(focus.x)] = "[".into();
        rows[usize::from(y)][usize::from(focus.right() - 1)] = "]".into();
    }
    rows.iter().map(|row| row.concat().trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn few() -> Vec<Rival> {
    let mut rivals = vec![
        rival("print-layout", 0.9, 0.2),
        rival("docx-editing", 0.5, 0.1),
        rival("電子署名", 0.2, 0.1),
        rival("csv-charts", 0.1, 0.85),
        rival("ocr-scans", 0.1, 0.45),
    ];
    rivals[0].detail = vec!["0.90 · 3/25 stolen".into(), "0.90".into()];
    rivals[0].news = "new".into();
    rivals
}

#[test]
fn a_fan_in_braille() {
    let size = (60, 12);
    insta::assert_snapshot!(text(&fan(size, "pdf-forms", &few(), Ink::Unicode), size));
}

#[test]
fn a_fan_in_ascii() {
    let size = (60, 12);
    insta::assert_snapshot!(text(&fan(size, "pdf-forms", &few(), Ink::Ascii), size));
}

#[test]
fn the_smallest_fan() {
    let size = Fan::LEAST;
    insta::assert_snapshot!(text(&fan(size, "pdf-forms", &few(), Ink::Unicode), size));
    let none = fan((19, 5), "pdf-forms", &few(), Ink::Unicode);
    assert_eq!((none.labels.len(), none.strokes.len(), none.hidden), (0, 0, 5));
}

#[test]
fn a_detail_is_said_as_fully_as_there_is_room() {
    let mut rivals = few();
    rivals[0].detail = ["0.90↔0.20 · 3/25 stolen", "0.90↔0.20", "0.9"].map(Into::into).into();
    let fan = fan((60, 12), "pdf-forms", &rivals, Ink::Unicode);
    let detail = fan.labels.iter().find_map(|label| label.detail.as_ref());
    assert_eq!(detail.map(|piece| piece.text.as_str()), Some("0.90↔0.20"));
}

#[test]
fn room_by_size() {
    let rooms = [(20, 5), (56, 36), (78, 22), (118, 38), (198, 58), (40, 0)];
    let rows = rooms.map(|(across, down)| rows_a_side(across, down));
    assert_eq!(rows, [1, 6, 7, 10, 16, 0]);
}

#[test]
fn who_is_gone_has_a_label_and_no_edge() {
    let mut slots = Slots::default();
    let size = (60, 12);
    let rivals = few();
    for (revision, rivals) in [(1, &rivals[..]), (2, &rivals[1..])] {
        let claims: Vec<Claim<'_>> = rivals.iter().map(Rival::claim).collect();
        slots.update(revision, &"focus".into(), &claims, rows_a_side(size.0, size.1));
    }
    let fan = Fan::of(size, "pdf-forms", &rivals[1..], &slots, Ink::Unicode);
    let gone = fan.labels.iter().position(|label| label.id.as_str() == "print-layout").unwrap();
    assert_eq!((fan.labels[gone].state, fan.labels[gone].weight), (State::Gone, None));
    assert!(fan.strokes.iter().all(|stroke| stroke.line != gone));
    assert_eq!(fan.hidden, 0);
    let area = fan.labels[gone].area;
    assert_eq!(fan.hit(area.x, area.y).map(|label| &label.id), Some(&"print-layout".into()));
}

proptest! {
    #[test]
    fn everything_inside_and_nothing_over_anything(
        size in (20u16..220, 5u16..70),
        focus in "[a-z電\u{300}\t-]{0,40}",
        rivals in prop::collection::vec(
            (
                ("[a-z電-]{1,30}", "[0-9.]{0,5}", "[a-z▲]{0,9}"),
                prop::collection::vec("[a-z 署]{1,20}", 0..3),
                (0.0..1.2f64, 0.0..1.2f64),
            ),
            0..50,
        ),
        ascii in any::<bool>(),
    ) {
        let rivals: Vec<Rival> = rivals
            .into_iter()
            .map(|((name, figure, news), detail, (outbound, inbound))| Rival {
                figure,
                news,
                detail,
                ..rival(&name, outbound, inbound)
            })
            .collect();
        let ink = if ascii { Ink::Ascii } else { Ink::Unicode };
        let fan = fan(size, &focus, &rivals, ink);
        let all = Area::sized(size.0, size.1);

        let mut areas: Vec<Area> = fan.labels.iter().map(|label| label.area).collect();
        areas.push(fan.focus);
        for (at, area) in areas.iter().enumerate() {
            prop_assert!(all.contains(*area));
            prop_assert!(areas[..at].iter().all(|other| !other.overlaps(*area)));
            prop_assert!(fan.strokes.iter().all(|stroke| !area.holds(stroke.x, stroke.y)));
        }
        prop_assert!(fan.focus.contains(fan.title.area()));
        for label in &fan.labels {
            let pieces: Vec<Area> = [Some(&label.name), label.figure.as_ref(), label.detail.as_ref()]
                .into_iter()
                .flatten()
                .map(Piece::area)
                .collect();
            for (at, piece) in pieces.iter().enumerate() {
                prop_assert!(label.area.contains(*piece), "{:?} outside {:?}", piece, label.area);
                prop_assert!(pieces[..at].iter().all(|other| !other.overlaps(*piece)));
            }
        }
        prop_assert!(fan.strokes.iter().all(|stroke| all.holds(stroke.x, stroke.y)));
        let mut ids: Vec<&SkillId> = rivals.iter().map(|rival| &rival.id).collect();
        ids.sort();
        ids.dedup();
        prop_assert_eq!(fan.labels.len() + fan.hidden, ids.len());
        prop_assert_eq!(super::tests::fan(size, &focus, &rivals, ink), fan);
    }
}
