//! The weights of the terms in centipawns: middlegame, endgame.
//!
//! Made by `pinsight tune --every 3 --steps 300`: 651017 positions of 36734 games, loss 0.134617.
//! Do not edit.

use super::weight::{Weight as W, Weights};

pub(crate) const WEIGHTS: Weights = [
    // pawn on a square, from a1
    W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100),
    W::new(51, 101), W::new(54, 108), W::new(60, 100), W::new(71, 88), W::new(67, 137), W::new(85, 110), W::new(83, 100), W::new(57, 92),
    W::new(45, 95), W::new(46, 95), W::new(57, 74), W::new(70, 95), W::new(76, 93), W::new(72, 87), W::new(72, 90), W::new(52, 84),
    W::new(55, 103), W::new(57, 102), W::new(82, 67), W::new(77, 78), W::new(87, 68), W::new(94, 81), W::new(80, 109), W::new(57, 95),
    W::new(66, 116), W::new(60, 102), W::new(81, 82), W::new(90, 59), W::new(103, 72), W::new(109, 74), W::new(92, 116), W::new(89, 107),
    W::new(94, 137), W::new(57, 141), W::new(114, 118), W::new(126, 89), W::new(152, 90), W::new(148, 123), W::new(108, 134), W::new(127, 142),
    W::new(122, 151), W::new(103, 146), W::new(135, 144), W::new(141, 105), W::new(87, 131), W::new(60, 160), W::new(76, 148), W::new(77, 160),
    W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100),
    // knight on a square
    W::new(289, 287), W::new(307, 285), W::new(302, 295), W::new(306, 308), W::new(301, 322), W::new(292, 303), W::new(298, 303), W::new(273, 309),
    W::new(280, 334), W::new(275, 307), W::new(312, 281), W::new(302, 288), W::new(311, 286), W::new(318, 297), W::new(293, 334), W::new(304, 304),
    W::new(292, 286), W::new(291, 289), W::new(299, 291), W::new(303, 318), W::new(314, 306), W::new(303, 285), W::new(318, 297), W::new(289, 318),
    W::new(313, 297), W::new(333, 300), W::new(306, 308), W::new(303, 319), W::new(322, 313), W::new(327, 320), W::new(340, 318), W::new(318, 301),
    W::new(320, 292), W::new(313, 297), W::new(323, 305), W::new(342, 308), W::new(320, 308), W::new(326, 310), W::new(299, 312), W::new(319, 326),
    W::new(274, 316), W::new(307, 314), W::new(318, 313), W::new(318, 282), W::new(349, 282), W::new(352, 313), W::new(323, 317), W::new(309, 297),
    W::new(310, 317), W::new(293, 313), W::new(303, 314), W::new(321, 299), W::new(322, 308), W::new(322, 288), W::new(315, 306), W::new(304, 336),
    W::new(251, 304), W::new(330, 328), W::new(308, 333), W::new(313, 306), W::new(286, 297), W::new(282, 327), W::new(302, 301), W::new(302, 300),
    // bishop on a square
    W::new(324, 288), W::new(311, 316), W::new(303, 295), W::new(286, 317), W::new(317, 302), W::new(295, 309), W::new(316, 337), W::new(310, 303),
    W::new(314, 318), W::new(322, 289), W::new(310, 297), W::new(296, 317), W::new(304, 302), W::new(314, 316), W::new(332, 290), W::new(338, 267),
    W::new(309, 297), W::new(318, 309), W::new(309, 315), W::new(306, 312), W::new(310, 309), W::new(307, 296), W::new(323, 275), W::new(314, 312),
    W::new(309, 294), W::new(298, 293), W::new(298, 319), W::new(313, 318), W::new(308, 324), W::new(306, 300), W::new(320, 303), W::new(334, 285),
    W::new(301, 320), W::new(308, 311), W::new(297, 314), W::new(338, 316), W::new(329, 303), W::new(313, 315), W::new(302, 302), W::new(299, 319),
    W::new(318, 311), W::new(305, 295), W::new(321, 323), W::new(333, 312), W::new(320, 295), W::new(335, 326), W::new(342, 332), W::new(326, 299),
    W::new(299, 315), W::new(296, 336), W::new(301, 315), W::new(308, 310), W::new(281, 295), W::new(305, 321), W::new(280, 321), W::new(285, 313),
    W::new(264, 315), W::new(297, 309), W::new(289, 306), W::new(283, 321), W::new(281, 301), W::new(283, 302), W::new(307, 327), W::new(280, 303),
    // rook on a square
    W::new(463, 518), W::new(467, 506), W::new(471, 511), W::new(475, 502), W::new(489, 488), W::new(478, 499), W::new(488, 503), W::new(494, 475),
    W::new(462, 511), W::new(473, 503), W::new(473, 491), W::new(469, 487), W::new(480, 493), W::new(472, 492), W::new(489, 479), W::new(414, 493),
    W::new(475, 510), W::new(479, 517), W::new(454, 518), W::new(463, 502), W::new(489, 495), W::new(493, 495), W::new(495, 504), W::new(490, 510),
    W::new(452, 526), W::new(448, 539), W::new(487, 519), W::new(472, 523), W::new(487, 507), W::new(483, 512), W::new(521, 505), W::new(475, 520),
    W::new(489, 529), W::new(482, 528), W::new(495, 527), W::new(501, 529), W::new(496, 512), W::new(499, 532), W::new(520, 516), W::new(503, 539),
    W::new(485, 532), W::new(511, 534), W::new(497, 521), W::new(503, 520), W::new(552, 505), W::new(533, 525), W::new(489, 514), W::new(529, 523),
    W::new(481, 535), W::new(487, 527), W::new(496, 541), W::new(502, 513), W::new(541, 495), W::new(536, 507), W::new(524, 508), W::new(549, 511),
    W::new(536, 496), W::new(504, 519), W::new(500, 534), W::new(515, 501), W::new(511, 512), W::new(513, 517), W::new(498, 520), W::new(533, 510),
    // queen on a square
    W::new(893, 903), W::new(896, 902), W::new(894, 891), W::new(896, 898), W::new(914, 865), W::new(881, 871), W::new(890, 878), W::new(898, 884),
    W::new(898, 898), W::new(901, 890), W::new(904, 879), W::new(908, 890), W::new(907, 886), W::new(911, 850), W::new(923, 855), W::new(897, 851),
    W::new(907, 873), W::new(896, 917), W::new(902, 892), W::new(891, 899), W::new(901, 900), W::new(894, 931), W::new(914, 882), W::new(935, 878),
    W::new(906, 909), W::new(910, 912), W::new(903, 918), W::new(890, 934), W::new(908, 913), W::new(916, 896), W::new(920, 914), W::new(910, 925),
    W::new(883, 925), W::new(894, 929), W::new(899, 909), W::new(891, 945), W::new(900, 950), W::new(899, 918), W::new(891, 973), W::new(917, 906),
    W::new(885, 920), W::new(894, 931), W::new(899, 915), W::new(926, 912), W::new(937, 927), W::new(928, 932), W::new(940, 922), W::new(912, 918),
    W::new(880, 921), W::new(886, 932), W::new(908, 922), W::new(911, 931), W::new(917, 906), W::new(944, 907), W::new(903, 903), W::new(959, 900),
    W::new(875, 910), W::new(917, 885), W::new(896, 903), W::new(905, 895), W::new(920, 890), W::new(911, 913), W::new(909, 900), W::new(892, 889),
    // king on a square
    W::new(-19, -53), W::new(14, -18), W::new(-5, 2), W::new(-53, -1), W::new(-27, -7), W::new(-33, -2), W::new(8, -20), W::new(9, -50),
    W::new(68, -12), W::new(22, -3), W::new(-6, 3), W::new(-20, 1), W::new(-4, 2), W::new(-1, 2), W::new(36, -20), W::new(22, -26),
    W::new(41, -24), W::new(21, -6), W::new(-7, 13), W::new(5, 5), W::new(-10, 12), W::new(-9, 1), W::new(-6, -11), W::new(-41, -9),
    W::new(-5, 5), W::new(-7, 10), W::new(16, 22), W::new(11, 22), W::new(-3, 12), W::new(16, 4), W::new(3, 5), W::new(-13, -18),
    W::new(3, -8), W::new(-17, 1), W::new(7, 17), W::new(1, 36), W::new(6, 13), W::new(26, 28), W::new(6, 10), W::new(-8, 2),
    W::new(7, 5), W::new(5, 23), W::new(14, 33), W::new(15, 36), W::new(16, 26), W::new(18, 27), W::new(19, 23), W::new(-2, -13),
    W::new(4, -8), W::new(4, 35), W::new(9, 13), W::new(4, 14), W::new(2, 2), W::new(11, 5), W::new(13, 32), W::new(-1, -2),
    W::new(-6, -44), W::new(5, -1), W::new(10, -3), W::new(5, -4), W::new(8, -1), W::new(6, -8), W::new(7, -1), W::new(-4, -22),
    // knight by mobility
    W::new(-22, -49), W::new(-15, -41), W::new(-1, -11), W::new(10, 4), W::new(18, 20), W::new(23, 37), W::new(33, 38), W::new(32, 41),
    W::new(51, 19),
    // bishop by mobility
    W::new(-29, -50), W::new(-14, -24), W::new(4, -7), W::new(9, 6), W::new(16, 16), W::new(23, 23), W::new(27, 32), W::new(29, 32),
    W::new(33, 36), W::new(39, 36), W::new(31, 34), W::new(33, 32), W::new(39, 45), W::new(29, 13),
    // rook by mobility
    W::new(-88, -58), W::new(-39, -37), W::new(-27, 2), W::new(-26, -2), W::new(-22, 2), W::new(-21, 17), W::new(-16, 20), W::new(-12, 25),
    W::new(-11, 32), W::new(-11, 39), W::new(-5, 36), W::new(-3, 39), W::new(3, 41), W::new(6, 36), W::new(19, 32),
    // queen by mobility
    W::new(-7, -1), W::new(-32, 0), W::new(-33, -5), W::new(-21, -2), W::new(-3, -13), W::new(-3, -7), W::new(2, -24), W::new(1, 5),
    W::new(5, 4), W::new(4, 17), W::new(9, 25), W::new(12, 18), W::new(16, 31), W::new(16, 31), W::new(21, 21), W::new(15, 43),
    W::new(22, 32), W::new(10, 42), W::new(31, 21), W::new(36, 11), W::new(9, 29), W::new(45, 4), W::new(5, 4), W::new(3, 4),
    W::new(7, 6), W::new(4, 7), W::new(-3, -6), W::new(1, 2),
    // passed pawn by rank
    W::new(0, 0), W::new(-24, 12), W::new(-10, 22), W::new(-17, -15), W::new(1, 1), W::new(11, 17), W::new(21, 56), W::new(0, 0),
    // passed pawn with a free square ahead, by rank
    W::new(0, 0), W::new(13, 9), W::new(-7, 13), W::new(13, 6), W::new(10, 26), W::new(-3, 33), W::new(50, 69), W::new(0, 0),
    // advanced passed pawn by the distance of the own king
    W::new(10, 62), W::new(51, 63), W::new(32, 45), W::new(-5, 32), W::new(-14, 20), W::new(-4, 3), W::new(-2, 2), W::new(-19, 28),
    // advanced passed pawn by the distance of the enemy king
    W::new(-35, -44), W::new(7, -25), W::new(16, -2), W::new(13, 18), W::new(2, 44), W::new(1, 59), W::new(13, 59), W::new(8, 54),
    // isolated pawn
    W::new(-9, -10),
    // doubled pawn
    W::new(-22, -5),
    // backward pawn
    W::new(-1, -8),
    // phalanx pawn, by rank
    W::new(0, 0), W::new(2, 2), W::new(8, 9), W::new(10, 17), W::new(15, 35), W::new(38, 42), W::new(10, 43), W::new(0, 0),
    // pawn defended by a pawn, by rank
    W::new(0, 0), W::new(0, 0), W::new(12, 16), W::new(6, 10), W::new(10, 20), W::new(1, 5), W::new(-5, 12), W::new(0, 0),
    // bishop pair
    W::new(34, 74),
    // rook on an open file
    W::new(19, 10),
    // rook on a half-open file
    W::new(15, 9),
    // knight on an outpost
    W::new(36, 1),
    // bishop on an outpost
    W::new(43, -12),
    // pawn shelter by the distance of the pawn: none, 1, 2, more
    W::new(-12, 19), W::new(7, 8), W::new(5, 9), W::new(5, -2),
    // open file at the king
    W::new(-13, -6),
    // king by rank, up to the fifth, against a queen
    W::new(-2, -52), W::new(-28, -42), W::new(-58, -45), W::new(-68, -55), W::new(-41, -3),
    // king ring squares attacked by a knight, bishop, rook, queen
    W::new(5, 0), W::new(7, -5), W::new(3, -3), W::new(1, 6),
    // number of pieces that attack the king ring
    W::new(-1, -11), W::new(-8, -6), W::new(-10, 7), W::new(13, 10), W::new(45, 17), W::new(34, 4), W::new(3, 0), W::new(0, 0),
    // safe checks by a knight, bishop, rook, queen
    W::new(59, -4), W::new(5, 18), W::new(28, 10), W::new(11, 18),
    // pawn attacks a knight, bishop, rook, queen
    W::new(38, 29), W::new(27, 33), W::new(50, 36), W::new(31, -8),
    // minor piece attacks a rook, queen
    W::new(40, -1), W::new(22, 9),
    // rook attacks a queen
    W::new(37, 16),
    // hanging piece
    W::new(11, 28),
    // weak squares at the enemy king
    W::new(3, -1),
    // space: safe squares behind the pawns on the c- to f-files
    W::new(-3, 10),
    // tempo
    W::new(12, 6),
];
