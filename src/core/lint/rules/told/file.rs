//! Rules about what is no readable file at all.

use super::told;
use crate::core::lint::{
    Level::{Error, Info, Warn},
    Rule,
};

pub(super) const RULES: &[Rule] = &[
    told(
        "utf-16",
        &["invalid-yaml"],
        Error,
        "No harness reads UTF-16.",
        "Save it as UTF-8 without a byte-order mark.",
        "the Agent Skills specification",
        "A SKILL.md is read as UTF-8. In UTF-16 every second byte of its front matter is \
         NUL, so no harness finds the opening `---` and the skill does not exist for any \
         model.",
    ),
    told(
        "not-utf8",
        &["invalid-yaml"],
        Error,
        "Readers stop, or put another character, at a byte that is not UTF-8.",
        "Save the file as UTF-8.",
        "the Agent Skills specification",
        "Up to the byte the file is read; if it stands in the front matter, the skill is \
         lost with most readers. Behind the front matter it only damages the body, which \
         is a warning.",
    ),
    told(
        "empty-file",
        &["invalid-yaml"],
        Error,
        "An empty file is no skill.",
        "Write a front matter, or remove the file.",
        "the Agent Skills specification",
        "The file holds nothing but blanks. Harnesses pass it over in silence.",
    ),
    told(
        "not-a-file",
        &[],
        Error,
        "SKILL.md is a folder, a pipe or a device.",
        "Remove it, or put a file in its place.",
        "how file systems and programs behave",
        "Something called SKILL.md is no regular file. It is not opened, since reading a \
         pipe would wait for ever.",
    ),
    told(
        "dangling-link",
        &[],
        Error,
        "The link to the skill leads nowhere.",
        "Point it to a file, or remove it.",
        "how file systems and programs behave",
        "A symbolic link whose target is gone. Harnesses pass it over in silence.",
    ),
    told(
        "vanished",
        &[],
        Error,
        "The file went away while it was read.",
        "If it comes back, it is read again.",
        "how file systems and programs behave",
        "The file was listed by its folder and gone when it was opened; an editor that \
         replaces files does that for a moment.",
    ),
    told(
        "unreadable",
        &[],
        Error,
        "The file cannot be read.",
        "Check the permissions, the link and the disk.",
        "how file systems and programs behave",
        "The system refused to open or to read the file. A harness that runs as the same \
         person will not see the skill either.",
    ),
    told(
        "folder-unreadable",
        &[],
        Error,
        "Skills below the folder are not seen.",
        "Check its permissions.",
        "how file systems and programs behave",
        "A folder could not be looked into, so it is not known whether there are skills \
         in it.",
    ),
    told(
        "root-gone",
        &[],
        Error,
        "Everything below the folder is missing.",
        "Bring it back; skills appear again by themselves.",
        "how file systems and programs behave",
        "A folder that was to be searched is gone. Figures without its skills would be \
         about another catalog.",
    ),
    told(
        "search-cut",
        &[],
        Warn,
        "Skills may be missing: the search stopped early.",
        "Name the folder that holds the skills.",
        "how file systems and programs behave",
        "The search stops after very many files and folders, so that a start at the top \
         of a disk ends. What lies beyond was not looked at.",
    ),
    told(
        "no-skills",
        &[],
        Warn,
        "Nothing was found, so nothing was checked.",
        "Name a folder that holds skills, or write the first one.",
        "how file systems and programs behave",
        "There is no SKILL.md where it was looked for. A clean result over nothing is no \
         result.",
    ),
    told(
        "file-name",
        &[],
        Warn,
        "Harnesses look for exactly SKILL.md.",
        "Call it SKILL.md.",
        "the Agent Skills specification",
        "The file is called skill.md or the like. On file systems that tell upper from \
         lower case most harnesses do not find it; where SKILL.md lies beside it, only \
         that one counts.",
    ),
    told(
        "large-file",
        &[],
        Info,
        "Only the first part of the file was read.",
        "Move what is not needed at once to files beside it.",
        "the Agent Skills specification",
        "The file is larger than a megabyte. A model that engages the skill is handed all \
         of it, or a part that the harness chooses.",
    ),
];
