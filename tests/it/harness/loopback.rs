//! A model on the loopback: answers by a scenario in the harness's own dialect, and keeps what it
//! was sent.
//!
//! Which turn it is follows from the request alone, so probes may run side by side.

use std::{
    io::{BufReader, Read},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use serde_json::json;

use super::{
    dialect::{self, act},
    http::{self, Break, Request, Response},
    scenario::Scenario,
};

/// Runs as long as the process; connections end with their callers.
pub struct Loopback {
    port: u16,
    model: Arc<Model>,
}

struct Model {
    scenario: Scenario,
    faults: AtomicUsize,
    met: Mutex<Vec<Request>>,
    left: AtomicUsize,
}

impl Loopback {
    pub fn start(scenario: Scenario) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port of the loopback");
        let port = listener.local_addr().expect("an address").port();
        let met = Mutex::new(Vec::new());
        let (faults, left) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let model = Arc::new(Model { scenario, faults, met, left });
        let shared = Arc::clone(&model);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let model = Arc::clone(&shared);
                // A caller that was killed in the middle is nothing to complain of.
                thread::spawn(move || model.serve(&connection).ok());
            }
        });
        Self { port, model }
    }

    /// Without a slash behind.
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// How many readers went away from an answer that hung.
    pub fn left(&self) -> usize {
        self.model.left.load(Ordering::SeqCst)
    }

    /// What was asked so far, in order.
    pub fn requests(&self) -> Vec<Request> {
        self.model.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Model {
    fn serve(&self, connection: &TcpStream) -> std::io::Result<()> {
        connection.set_nodelay(true)?;
        let mut reader = BufReader::new(connection);
        while let Some(request) = http::read(&mut reader)? {
            self.met.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
            let response = self.answer(&request);
            let written = response.write(connection);
            match response.breaks {
                None => written?,
                Some(Break::Cut(_)) => return written,
                Some(Break::Hang(_)) => {
                    // Comes back when the other side has closed, which it may have done before it
                    // was answered.
                    while written.is_ok() && reader.read(&mut [0]).is_ok_and(|read| read > 0) {}
                    self.left.fetch_add(1, Ordering::SeqCst);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn answer(&self, request: &Request) -> Response {
        let Some(dialect) = dialect::of(&request.path) else {
            return Response::json(404, &json!({ "error": { "message": "no such path" } }));
        };
        if let Some(fault) = self.scenario.fault
            && self.faults.fetch_add(1, Ordering::Relaxed) < fault.times
        {
            let body = dialect.fault(fault.status);
            return Response {
                retry_after: fault.retry_after,
                ..Response::json(fault.status, &body)
            };
        }
        let tools = dialect.tools(&request.body);
        let turn = dialect.turns(&request.body);
        let parts = act::out(self.scenario.turn(turn), turn, &tools, &request.body);
        if dialect.streams(request) {
            let parts = match self.scenario.garbage {
                Some(bytes) => vec![bytes.to_owned()],
                None => dialect.events(turn, &parts),
            };
            Response { breaks: self.scenario.breaks, ..Response::events(parts) }
        } else {
            Response::json(200, &dialect.whole(turn, &parts))
        }
    }
}
