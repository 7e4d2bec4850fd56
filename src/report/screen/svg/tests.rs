//! The picture, looked at as text.

use super::{Palette, svg};
use crate::report::screen::{Colour, Ink, cells::tests::grid};

fn picture(lines: &[(&str, Ink)]) -> String {
    svg(&grid(12, lines), &Palette::DARK, "a <test>")
}

fn elements<'a>(picture: &'a str, name: &str) -> Vec<&'a str> {
    picture.lines().filter(|line| line.starts_with(&format!("<{name} "))).collect()
}

#[test]
fn text_is_escaped_and_stretched_to_its_cells() {
    let out = picture(&[("a<b && c", Ink::default())]);
    let text = elements(&out, "text");
    assert_eq!(text.len(), 1, "{out}");
    assert!(text[0].contains("x=\"12\" y=\"26\" textLength=\"72\""), "{}", text[0]);
    assert!(text[0].ends_with(">a&lt;b &amp;&amp; c</text>"), "{}", text[0]);
    assert!(out.contains("<title>a &lt;test&gt;</title>"));
}

#[test]
fn gaps_split_text_so_that_columns_stay() {
    let out = picture(&[("ab   cd e", Ink::default())]);
    let text = elements(&out, "text");
    assert_eq!(text.len(), 2, "{out}");
    assert!(text[1].contains("x=\"57\""), "column 5: {}", text[1]);
    assert!(text[1].contains(">cd e<"));
}

#[test]
fn wide_text_takes_two_columns_each() {
    let out = picture(&[("a日本b", Ink::default())]);
    let text = elements(&out, "text");
    assert_eq!(text.len(), 3, "{out}");
    assert!(text[1].contains("x=\"21\"") && text[1].contains("textLength=\"36\""));
    assert!(text[2].contains("x=\"57\""), "column 5: {}", text[2]);
}

#[test]
fn reverse_paints_the_ground_and_dim_moves_towards_it() {
    let reverse = Ink { reverse: true, ..Ink::default() };
    let out = picture(&[("x", reverse)]);
    assert!(elements(&out, "rect")[1].contains("fill=\"#d8dee4\""), "{out}");
    assert!(elements(&out, "text")[0].contains("fill=\"#14181d\""), "{out}");

    let dim = Ink { dim: true, fg: Colour::Rgb(255, 255, 255), ..Ink::default() };
    let grey = Ink { bg: Colour::Rgb(0, 0, 0), ..dim };
    assert!(elements(&picture(&[("x", grey)]), "text")[0].contains("fill=\"#949494\""));
}

#[test]
fn the_cube_and_the_greys_are_the_usual_ones() {
    let rgb = |index| Palette::DARK.rgb(Colour::Indexed(index), 0);
    assert_eq!(rgb(16), 0x000000);
    assert_eq!(rgb(208), 0xff8700);
    assert_eq!(rgb(231), 0xffffff);
    assert_eq!(rgb(232), 0x080808);
    assert_eq!(rgb(255), 0xeeeeee);
    assert_eq!(rgb(4), Palette::DARK.sixteen[4]);
}

#[test]
fn lines_blocks_and_braille_are_shapes_and_not_letters() {
    let out = picture(&[("┌─█⣿┐ ok", Ink::default())]);
    let text = elements(&out, "text");
    assert_eq!(text.len(), 1, "{out}");
    assert!(text[0].contains(">ok<"));
    assert_eq!(elements(&out, "g").len(), 1);
}
