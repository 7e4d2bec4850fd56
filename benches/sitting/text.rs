//! Made-up skills: descriptions whose words are as unevenly common as real ones are.

/// Syllables that words are made of.
const SYLLABLES: [&str; 16] = [
    "ba", "co", "du", "fe", "gi", "ka", "lo", "mi", "nu", "pa", "re", "so", "ta", "ve", "wi", "zo",
];

/// Words there are; the first are common, the last rare.
const WORDS: u64 = 4_096;

/// Numbers that look random and are the same at every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Below `end`, which is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// A word; its rank is the product of two even throws, so that low ranks are common.
    pub fn word(&mut self) -> String {
        let rank = self.below(WORDS) * self.below(WORDS) / WORDS;
        let syllable = |shift: u64| SYLLABLES[(rank >> shift & 15) as usize];
        [syllable(0), syllable(4), syllable(8)].concat()
    }

    pub fn words(&mut self, count: usize) -> String {
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}

/// A skill file: two sentences, trigger phrases, and a page of text.
pub fn skill(name: &str, dice: &mut Dice) -> String {
    let mut words = |count| dice.words(count);
    format!(
        "---\nname: {name}\ndescription: Helps with {}. Use when {}, or for \"{}\", \"{}\" and \"{}\".\n\
         ---\n\n# {name}\n\n{}\n\n{}\n",
        words(14),
        words(8),
        words(2),
        words(3),
        words(2),
        words(120),
        words(120)
    )
}

/// Where the value of the description begins, past a quote or the head of a block.
pub fn description_at(text: &str) -> Option<usize> {
    const KEY: &str = "\ndescription:";
    let after = text.find(KEY)? + KEY.len();
    let line = text[after..].lines().next()?;
    let value = line.trim_start();
    if value.is_empty() || value.starts_with(['>', '|']) {
        let next = after + line.len() + 1;
        let indent = text.get(next..)?.find(|c: char| c != ' ')?;
        return Some(next + indent);
    }
    let quote = usize::from(value.starts_with(['"', '\'']));
    Some(after + line.len() - value.len() + quote)
}
