//! The weights of the terms, in hundredths of a pawn: middle game, endgame.
//!
//! Made by `pinsight tune --self-play 100000 --rounds 3 --nodes 200 --seed 1 --steps 300`:
//! 6589719 positions in the last round, loss 0.040297.
//! Do not edit.

use super::weight::{Weight as W, Weights};

pub(crate) const WEIGHTS: Weights = [
    // pawn on a square, from a1
    W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100), W::new(100, 100),
    W::new(62, 107), W::new(70, 110), W::new(55, 115), W::new(61, 106), W::new(68, 116), W::new(71, 119), W::new(85, 97), W::new(55, 98),
    W::new(68, 105), W::new(60, 109), W::new(65, 95), W::new(64, 102), W::new(72, 102), W::new(66, 98), W::new(76, 94), W::new(58, 102),
    W::new(66, 119), W::new(56, 107), W::new(75, 89), W::new(83, 74), W::new(83, 87), W::new(73, 90), W::new(57, 111), W::new(56, 109),
    W::new(66, 131), W::new(62, 127), W::new(74, 97), W::new(80, 87), W::new(84, 83), W::new(78, 92), W::new(65, 120), W::new(60, 131),
    W::new(86, 144), W::new(84, 149), W::new(85, 119), W::new(96, 104), W::new(96, 107), W::new(81, 119), W::new(71, 137), W::new(74, 149),
    W::new(147, 155), W::new(106, 182), W::new(102, 128), W::new(119, 137), W::new(114, 129), W::new(104, 135), W::new(107, 178), W::new(113, 149),
    W::new(118, 148), W::new(118, 148), W::new(118, 148), W::new(118, 148), W::new(118, 148), W::new(118, 148), W::new(118, 148), W::new(118, 148),
    // knight on a square
    W::new(266, 278), W::new(281, 271), W::new(282, 296), W::new(303, 287), W::new(302, 278), W::new(290, 293), W::new(288, 281), W::new(295, 298),
    W::new(279, 291), W::new(290, 286), W::new(280, 290), W::new(288, 297), W::new(293, 302), W::new(295, 286), W::new(313, 281), W::new(294, 292),
    W::new(273, 290), W::new(282, 293), W::new(279, 304), W::new(298, 316), W::new(301, 307), W::new(295, 298), W::new(291, 292), W::new(291, 293),
    W::new(292, 294), W::new(294, 291), W::new(301, 316), W::new(308, 302), W::new(303, 318), W::new(314, 317), W::new(314, 293), W::new(305, 297),
    W::new(296, 285), W::new(294, 308), W::new(308, 319), W::new(311, 321), W::new(314, 324), W::new(302, 315), W::new(308, 305), W::new(309, 300),
    W::new(297, 280), W::new(301, 299), W::new(281, 307), W::new(315, 312), W::new(323, 302), W::new(306, 311), W::new(302, 299), W::new(301, 287),
    W::new(266, 285), W::new(268, 301), W::new(310, 289), W::new(308, 298), W::new(314, 297), W::new(306, 290), W::new(287, 289), W::new(278, 291),
    W::new(224, 269), W::new(296, 289), W::new(286, 294), W::new(293, 282), W::new(295, 286), W::new(284, 288), W::new(295, 296), W::new(241, 280),
    // bishop on a square
    W::new(294, 305), W::new(304, 310), W::new(296, 295), W::new(304, 296), W::new(303, 292), W::new(288, 307), W::new(301, 282), W::new(307, 307),
    W::new(296, 295), W::new(302, 285), W::new(305, 297), W::new(298, 294), W::new(295, 302), W::new(312, 277), W::new(303, 300), W::new(305, 283),
    W::new(292, 290), W::new(302, 293), W::new(300, 305), W::new(296, 312), W::new(300, 305), W::new(302, 309), W::new(309, 290), W::new(300, 294),
    W::new(291, 297), W::new(289, 296), W::new(292, 308), W::new(306, 305), W::new(303, 304), W::new(298, 300), W::new(299, 294), W::new(300, 286),
    W::new(291, 279), W::new(292, 298), W::new(297, 293), W::new(295, 312), W::new(310, 296), W::new(306, 305), W::new(295, 304), W::new(287, 292),
    W::new(270, 301), W::new(282, 298), W::new(297, 296), W::new(305, 282), W::new(304, 292), W::new(305, 302), W::new(291, 289), W::new(291, 299),
    W::new(264, 294), W::new(268, 296), W::new(278, 278), W::new(280, 286), W::new(292, 289), W::new(277, 283), W::new(278, 290), W::new(268, 297),
    W::new(272, 296), W::new(281, 295), W::new(298, 295), W::new(283, 285), W::new(290, 287), W::new(292, 286), W::new(276, 284), W::new(288, 300),
    // rook on a square
    W::new(458, 504), W::new(463, 502), W::new(464, 495), W::new(472, 492), W::new(477, 491), W::new(476, 504), W::new(464, 500), W::new(467, 488),
    W::new(444, 498), W::new(452, 495), W::new(456, 491), W::new(463, 490), W::new(470, 479), W::new(460, 494), W::new(475, 474), W::new(454, 489),
    W::new(447, 505), W::new(459, 504), W::new(453, 501), W::new(447, 498), W::new(454, 484), W::new(468, 498), W::new(457, 497), W::new(459, 496),
    W::new(447, 520), W::new(450, 501), W::new(456, 512), W::new(458, 505), W::new(464, 502), W::new(467, 504), W::new(466, 501), W::new(456, 505),
    W::new(456, 516), W::new(456, 516), W::new(473, 507), W::new(483, 501), W::new(494, 493), W::new(491, 504), W::new(466, 517), W::new(461, 516),
    W::new(469, 520), W::new(493, 513), W::new(488, 509), W::new(496, 508), W::new(512, 501), W::new(509, 498), W::new(493, 515), W::new(474, 517),
    W::new(474, 523), W::new(483, 521), W::new(497, 511), W::new(494, 502), W::new(495, 500), W::new(499, 502), W::new(481, 512), W::new(483, 518),
    W::new(494, 517), W::new(494, 515), W::new(506, 508), W::new(492, 507), W::new(494, 501), W::new(495, 503), W::new(491, 516), W::new(492, 508),
    // queen on a square
    W::new(908, 890), W::new(910, 871), W::new(908, 882), W::new(918, 818), W::new(912, 883), W::new(907, 877), W::new(911, 879), W::new(907, 898),
    W::new(895, 891), W::new(902, 871), W::new(913, 845), W::new(911, 872), W::new(913, 860), W::new(914, 862), W::new(906, 880), W::new(903, 902),
    W::new(883, 910), W::new(899, 895), W::new(889, 918), W::new(890, 901), W::new(900, 889), W::new(894, 914), W::new(898, 916), W::new(893, 919),
    W::new(892, 905), W::new(866, 915), W::new(888, 922), W::new(886, 916), W::new(878, 914), W::new(883, 909), W::new(882, 919), W::new(884, 909),
    W::new(885, 915), W::new(874, 929), W::new(883, 911), W::new(882, 913), W::new(886, 923), W::new(884, 930), W::new(882, 921), W::new(890, 924),
    W::new(887, 916), W::new(901, 914), W::new(900, 914), W::new(911, 909), W::new(919, 916), W::new(904, 910), W::new(903, 918), W::new(903, 906),
    W::new(879, 913), W::new(881, 907), W::new(903, 914), W::new(899, 913), W::new(897, 904), W::new(902, 905), W::new(897, 898), W::new(894, 910),
    W::new(892, 905), W::new(899, 903), W::new(902, 898), W::new(901, 901), W::new(896, 897), W::new(900, 903), W::new(904, 912), W::new(898, 900),
    // king on a square
    W::new(-7, -4), W::new(13, -7), W::new(1, -2), W::new(-33, -1), W::new(-15, -3), W::new(-16, -3), W::new(17, -10), W::new(4, -16),
    W::new(12, -3), W::new(2, -11), W::new(8, 2), W::new(-13, 7), W::new(-13, 7), W::new(5, 5), W::new(20, -9), W::new(13, -6),
    W::new(2, -7), W::new(15, -7), W::new(-10, 9), W::new(-23, 8), W::new(-14, 15), W::new(8, 0), W::new(36, -15), W::new(26, -9),
    W::new(-3, -7), W::new(1, -3), W::new(-8, 6), W::new(-7, 14), W::new(-13, 2), W::new(-6, -2), W::new(17, -13), W::new(-7, 1),
    W::new(-2, -6), W::new(-4, -6), W::new(-4, 9), W::new(-2, 6), W::new(-3, -1), W::new(5, -1), W::new(0, -2), W::new(-9, -5),
    W::new(-2, 5), W::new(2, 5), W::new(3, 20), W::new(5, 14), W::new(2, 7), W::new(2, 13), W::new(2, 0), W::new(-1, -5),
    W::new(4, 10), W::new(-1, 7), W::new(3, 8), W::new(3, 10), W::new(4, 12), W::new(2, 7), W::new(4, 13), W::new(-4, -5),
    W::new(-1, -3), W::new(-3, -10), W::new(0, -5), W::new(-1, -2), W::new(0, -4), W::new(1, -8), W::new(-1, -9), W::new(-2, -11),
    // knight by mobility
    W::new(-62, -47), W::new(-48, -52), W::new(-38, -24), W::new(-32, -2), W::new(-22, 3), W::new(-16, 10), W::new(-9, 2), W::new(-1, -2),
    W::new(9, -19),
    // bishop by mobility
    W::new(-43, -72), W::new(-27, -24), W::new(-17, -15), W::new(-13, -4), W::new(-7, 11), W::new(-2, 17), W::new(1, 18), W::new(1, 20),
    W::new(6, 20), W::new(7, 17), W::new(13, 16), W::new(20, 14), W::new(32, 19), W::new(39, 18),
    // rook by mobility
    W::new(-143, -33), W::new(-109, -23), W::new(-97, 18), W::new(-95, 35), W::new(-88, 45), W::new(-85, 48), W::new(-82, 55), W::new(-79, 58),
    W::new(-76, 62), W::new(-71, 65), W::new(-69, 68), W::new(-63, 68), W::new(-57, 68), W::new(-53, 69), W::new(-31, 49),
    // queen by mobility
    W::new(-3, -1), W::new(19, -3), W::new(12, -9), W::new(19, -26), W::new(17, -15), W::new(18, 9), W::new(21, 24), W::new(23, 29),
    W::new(26, 48), W::new(28, 56), W::new(28, 72), W::new(28, 87), W::new(30, 91), W::new(28, 93), W::new(30, 95), W::new(34, 93),
    W::new(38, 90), W::new(41, 88), W::new(55, 92), W::new(68, 79), W::new(77, 71), W::new(81, 65), W::new(86, 71), W::new(88, 72),
    W::new(93, 77), W::new(94, 77), W::new(102, 97), W::new(105, 99),
    // passed pawn by rank
    W::new(0, 0), W::new(7, 10), W::new(-2, 30), W::new(0, 5), W::new(3, 38), W::new(5, 46), W::new(-7, 67), W::new(0, 0),
    // passed pawn with a free square ahead, by rank
    W::new(0, 0), W::new(1, 11), W::new(-4, 0), W::new(0, 13), W::new(6, 22), W::new(11, 78), W::new(50, 193), W::new(0, 0),
    // advanced passed pawn by the distance of the own king
    W::new(3, 63), W::new(-21, 76), W::new(-4, 42), W::new(-7, 21), W::new(-1, 6), W::new(8, -3), W::new(13, -6), W::new(9, -10),
    // advanced passed pawn by the distance of the enemy king
    W::new(6, -43), W::new(17, -39), W::new(4, -6), W::new(2, 19), W::new(-13, 55), W::new(0, 61), W::new(-10, 67), W::new(-6, 59),
    // isolated pawn
    W::new(-3, -5),
    // doubled pawn
    W::new(2, -12),
    // backward pawn
    W::new(-4, -6),
    // phalanx pawn, by rank
    W::new(0, 0), W::new(3, 5), W::new(4, 7), W::new(7, 10), W::new(10, 30), W::new(50, 42), W::new(25, 71), W::new(0, 0),
    // pawn defended by a pawn, by rank
    W::new(0, 0), W::new(0, 0), W::new(7, 17), W::new(8, 10), W::new(6, 12), W::new(19, 33), W::new(44, 23), W::new(0, 0),
    // bishop pair
    W::new(7, 60),
    // rook on an open file
    W::new(35, 9),
    // rook on a half-open file
    W::new(10, 30),
    // knight on an outpost
    W::new(23, 17),
    // bishop on an outpost
    W::new(18, 16),
    // pawn shelter by the distance of the pawn: none, 1, 2, more
    W::new(-13, 29), W::new(7, 12), W::new(-1, 16), W::new(-3, 9),
    // open file at the king
    W::new(-21, -15),
    // king by rank, up to the fifth, against a queen
    W::new(85, -78), W::new(69, -43), W::new(27, -30), W::new(-41, -9), W::new(-18, 47),
    // king ring squares attacked by a knight, bishop, rook, queen
    W::new(3, 0), W::new(3, -1), W::new(0, -4), W::new(-2, 14),
    // number of pieces that attack the king ring
    W::new(-13, -19), W::new(-21, -11), W::new(-12, -8), W::new(8, 12), W::new(35, 21), W::new(35, 9), W::new(0, 0), W::new(0, 0),
    // safe checks by a knight, bishop, rook, queen
    W::new(45, -2), W::new(11, 17), W::new(44, 6), W::new(18, 18),
    // pawn attacks a knight, bishop, rook, queen
    W::new(52, 11), W::new(53, 30), W::new(51, -10), W::new(41, -5),
    // minor piece attacks a rook, queen
    W::new(51, 7), W::new(49, 42),
    // rook attacks a queen
    W::new(81, 31),
    // hanging piece
    W::new(14, 43),
    // weak squares at the enemy king
    W::new(-1, -6),
    // space: safe squares behind the pawns on the c- to f-files
    W::new(-2, 6),
    // tempo
    W::new(31, 27),
];
