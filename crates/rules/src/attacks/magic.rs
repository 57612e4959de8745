//! Magic bitboards: the attacks of sliders by one multiplication.
//!
//! `examples/find_magics.rs` finds the magic numbers; an exhaustive test in `tests.rs` checks them. Each square has a
//! table of its own size. Tables of equal size are faster in perft, but take three times the memory, which slows down
//! the replay of games.
#![allow(long_running_const_eval, reason = "a hundred thousand arrangements, about two seconds")]

use super::walker::{BISHOP_STEPS, ROOK_STEPS, Step, slide, slides};
use crate::{Bitboard, File, Rank, Square};

const BISHOP_SLOTS: usize = 5_248;
const ROOK_SLOTS: usize = 102_400;

static BISHOPS: [Magic; 64] = magics(&BISHOP_FACTORS, &BISHOP_STEPS);
static ROOKS: [Magic; 64] = magics(&ROOK_FACTORS, &ROOK_STEPS);
static BISHOP_ATTACKS: [u64; BISHOP_SLOTS] = attacks(&BISHOPS, &BISHOP_STEPS);
static ROOK_ATTACKS: [u64; ROOK_SLOTS] = attacks(&ROOKS, &ROOK_STEPS);

/// Returns the squares that a bishop attacks, the first blocker on each diagonal included.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(BISHOP_ATTACKS[BISHOPS[square.index()].slot(occupied.0)])
}

/// Returns the squares that a rook attacks, the first blocker on each line included.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(ROOK_ATTACKS[ROOKS[square.index()].slot(occupied.0)])
}

#[derive(Clone, Copy)]
struct Magic {
    /// The squares where a blocker matters: all but the last of each line.
    mask: u64,
    factor: u64,
    /// The first slot of the square.
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn slot(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        self.offset as usize + (product >> self.shift) as usize
    }
}

const fn magics(factors: &[u64; 64], steps: &[Step; 4]) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let mut offset = 0;
    let mut i = 0;
    while i < 64 {
        let mask = slides(Square::ALL[i], steps, 0) & !edges(Square::ALL[i]);
        let bits = mask.count_ones();
        magics[i] = Magic { mask, factor: factors[i], offset, shift: 64 - bits };
        offset += 1 << bits;
        i += 1;
    }
    magics
}

/// Returns the last squares of the lines through a square.
const fn edges(square: Square) -> u64 {
    let files = Bitboard::from_file(File::A).0 | Bitboard::from_file(File::H).0;
    let ranks = Bitboard::from_rank(Rank::First).0 | Bitboard::from_rank(Rank::Eighth).0;
    files & !Bitboard::from_file(square.file()).0 | ranks & !Bitboard::from_rank(square.rank()).0
}

const fn attacks<const SLOTS: usize>(magics: &[Magic; 64], steps: &[Step; 4]) -> [u64; SLOTS] {
    let mut table = [0; SLOTS];
    let mut i = 0;
    while i < 64 {
        fill(&mut table, &magics[i], Square::ALL[i], steps);
        i += 1;
    }
    table
}

const fn fill(table: &mut [u64], magic: &Magic, square: Square, steps: &[Step; 4]) {
    // Blockers on one of the two lines do not matter for the other. The compiler's interpreter is slow: combine the
    // attacks on both lines instead of computing each arrangement.
    let first = LineAttacks::new(square, steps[0], steps[2], magic.mask);
    let second = LineAttacks::new(square, steps[1], steps[3], magic.mask);
    let mut i = 0;
    while i < first.count {
        let mut j = 0;
        while j < second.count {
            let slot = magic.slot(first.occupied[i] | second.occupied[j]);
            table[slot] = first.attacks[i] | second.attacks[j];
            j += 1;
        }
        i += 1;
    }
}

/// The attacks along a line, for each arrangement of blockers on it.
struct LineAttacks {
    count: usize,
    occupied: [u64; 64],
    attacks: [u64; 64],
}

impl LineAttacks {
    const fn new(square: Square, step: Step, opposite: Step, mask: u64) -> Self {
        let mask = mask & (slide(square, step, 0) | slide(square, opposite, 0));
        let mut line = Self { count: 0, occupied: [0; 64], attacks: [0; 64] };
        // Iterates over all subsets of the mask (carry-rippler).
        let mut occupied = 0u64;
        loop {
            line.occupied[line.count] = occupied;
            line.attacks[line.count] = slide(square, step, occupied) | slide(square, opposite, occupied);
            line.count += 1;
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                return line;
            }
        }
    }
}

#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x2042_4408_0084_0081, 0x8004_0820_c102_0100, 0x0108_0a44_0420_0000, 0x0102_2082_0040_2104,
    0x0108_4840_8100_0402, 0xe508_2404_2200_0204, 0x0081_0119_a020_0a01, 0x4000_1208_0104_1001,
    0x0404_20c2_8202_040a, 0x0000_0408_10c4_008c, 0x0120_4202_0441_0814, 0x0305_080a_0021_0008,
    0xb0a0_2202_1026_1000, 0x5000_0608_1404_0008, 0x0120_2404_0282_1000, 0x080a_0212_0084_440c,
    0x0040_8220_124a_8208, 0x2002_0010_3049_3108, 0x101a_1084_1800_1100, 0x4322_0020_2020_44c0,
    0x1b28_2104_0208_1004, 0x0001_0002_0080_8400, 0x0424_0002_0914_0220, 0x8020_2043_0111_1008,
    0xa010_0844_8538_1000, 0x0088_2100_0424_0080, 0x8040_4106_5004_0081, 0x0840_0400_0510_1020,
    0x0021_0101_0810_4000, 0x8010_0110_0208_0200, 0x0408_0500_0084_1101, 0x0204_0100_0041_2088,
    0x1042_2010_0021_0240, 0x0008_2210_0602_0410, 0x0040_1804_0002_0406, 0xa110_4808_0042_0a00,
    0x020d_0104_0012_00a0, 0x0041_0200_8418_0802, 0x3001_4101_0002_0800, 0x0041_0900_2002_0a00,
    0x0028_888c_1100_c010, 0x8010_4404_2100_4404, 0x0181_0040_5000_0842, 0x2000_0140_1040_0200,
    0x0043_0101_2200_ac01, 0x0020_2001_1440_0208, 0x081c_2400_8e01_2420, 0x0402_0800_4088_0902,
    0x1404_0208_2208_8689, 0x0001_2088_0411_8200, 0x0000_5114_8804_0808, 0x2a0b_1080_4110_9202,
    0x2248_5208_1024_0820, 0x0900_2244_0102_0054, 0x04c0_0202_c216_0084, 0x8049_0214_0400_2100,
    0x8202_042a_0510_1800, 0x0020_0044_0404_0340, 0x0008_1084_3084_1001, 0x1000_00a8_0046_0804,
    0x0010_9000_1060_3206, 0x0060_0208_4308_0200, 0x0400_04a0_2401_1200, 0x4010_0101_0800_8100,
];

#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x0180_0040_0020_3180, 0x0140_0040_a000_1000, 0x9100_0811_0020_0040, 0x2080_0580_1000_8800,
    0x0880_0800_0380_0400, 0x0500_0208_0400_0100, 0x2900_4081_0022_0004, 0x0200_0104_1084_2046,
    0x0240_8000_4000_8020, 0x0824_4004_2010_0041, 0x4002_0041_9202_a080, 0x0102_0020_0810_4201,
    0x8030_8080_0800_0400, 0x8892_0010_0884_0200, 0x000c_0009_1a10_2408, 0x1041_0019_0000_8042,
    0x0200_9180_00c0_0022, 0x0010_4200_2a01_0080, 0x1a01_0100_4010_2004, 0x2407_0100_0810_0020,
    0x8000_6600_3006_2200, 0x1022_0080_0400_0280, 0x0020_0400_d008_0201, 0x0000_0200_0090_4411,
    0x0100_4000_8000_8020, 0x8810_0448_4000_2002, 0x8010_1000_8020_0082, 0x4000_0800_8080_1000,
    0x0000_0800_8004_0080, 0x0440_0400_8002_0080, 0x8001_2804_0082_1021, 0x0100_044e_0014_1081,
    0x0040_01c1_8280_0020, 0x1800_40e0_0240_1000, 0x10c0_8010_0480_2000, 0x8010_0008_0180_3080,
    0x0208_0080_0880_0402, 0x0000_8002_0080_0400, 0x1912_0200_0101_0004, 0x0008_0100_a200_0044,
    0x0100_8040_0020_8000, 0x0380_8040_0101_0028, 0x0000_1000_2000_8080, 0x0301_0010_0009_0022,
    0x0000_8801_0011_003c, 0x5082_4010_0408_0120, 0x0110_4802_0144_0010, 0x9a00_2448_8502_0004,
    0x2040_3201_0080_4200, 0x0014_2100_4004_8100, 0x0001_0040_1020_0100, 0x4088_2200_1040_0a00,
    0x0000_8018_000c_0180, 0x4262_0010_0804_0200, 0x80a2_5018_2289_0400, 0x0148_0041_0084_0200,
    0x0080_0080_1820_4105, 0x0502_1882_4022_0102, 0x4180_4220_100a_0082, 0x0001_0204_2010_0009,
    0x0881_0008_0010_0205, 0x0412_0008_0110_0402, 0x0000_0082_0108_1004, 0x0086_1031_0084_0042,
];
