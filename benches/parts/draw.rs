//! A frame of each view, drawn into cells.

use criterion::Criterion;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect, Size},
};
use skillscope::{
    engine::session,
    tui::app::{App, Msg, Setup, ViewId},
};

use crate::given;

pub fn measure(criterion: &mut Criterion) {
    let board = session::once(&given::setup("large")).expect("the catalog is read");
    for (width, height) in [(200, 60), (80, 24)] {
        for view in ViewId::all() {
            let mut app = App::new(Setup { view, ..Setup::default() });
            app.update(Msg::Board(board.clone()), 0);
            let mut buffer = Buffer::empty(Rect::from((Position::ORIGIN, Size { width, height })));
            let name = format!("draw {} at {width}x{height}", view.title());
            criterion.bench_function(&name, |bench| {
                bench.iter(|| {
                    buffer.reset();
                    app.draw(&mut buffer, 0)
                });
            });
        }
    }
}
