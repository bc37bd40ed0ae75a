package rating

// whole is a certain win, in thousandths.
const whole = 1000

// maxDifference is the greatest difference of two ratings that counts as it is, in points. A greater one counts as this
// one, by the FIDE Rating Regulations since July 2009: "A difference in rating of more than 400 points shall be counted
// for rating purposes as though it were a difference of 400 points."
const maxDifference = 400

// curve is the expected score of the stronger player for each difference d of the ratings, in thousandths:
// 1000 / (1 + 10^(-d/400)), rounded to the nearest integer. This is Elo's curve in its logistic form, the winning
// expectancy of the US Chess Rating System. It is data, so that consensus needs no floating point.
var curve = [maxDifference + 1]uint16{
	500, 501, 503, 504, 506, 507, 509, 510, 512, 513, 514, 516, 517, 519, 520, 522, 523, 524, 526, 527,
	529, 530, 532, 533, 534, 536, 537, 539, 540, 542, 543, 544, 546, 547, 549, 550, 552, 553, 554, 556,
	557, 559, 560, 562, 563, 564, 566, 567, 569, 570, 571, 573, 574, 576, 577, 578, 580, 581, 583, 584,
	585, 587, 588, 590, 591, 592, 594, 595, 597, 598, 599, 601, 602, 604, 605, 606, 608, 609, 610, 612,
	613, 615, 616, 617, 619, 620, 621, 623, 624, 625, 627, 628, 629, 631, 632, 633, 635, 636, 637, 639,
	640, 641, 643, 644, 645, 647, 648, 649, 651, 652, 653, 655, 656, 657, 658, 660, 661, 662, 664, 665,
	666, 667, 669, 670, 671, 673, 674, 675, 676, 678, 679, 680, 681, 683, 684, 685, 686, 688, 689, 690,
	691, 692, 694, 695, 696, 697, 699, 700, 701, 702, 703, 705, 706, 707, 708, 709, 711, 712, 713, 714,
	715, 716, 718, 719, 720, 721, 722, 723, 725, 726, 727, 728, 729, 730, 731, 733, 734, 735, 736, 737,
	738, 739, 740, 741, 743, 744, 745, 746, 747, 748, 749, 750, 751, 752, 753, 754, 756, 757, 758, 759,
	760, 761, 762, 763, 764, 765, 766, 767, 768, 769, 770, 771, 772, 773, 774, 775, 776, 777, 778, 779,
	780, 781, 782, 783, 784, 785, 786, 787, 788, 789, 790, 791, 792, 793, 794, 795, 796, 796, 797, 798,
	799, 800, 801, 802, 803, 804, 805, 806, 807, 807, 808, 809, 810, 811, 812, 813, 814, 814, 815, 816,
	817, 818, 819, 820, 820, 821, 822, 823, 824, 825, 826, 826, 827, 828, 829, 830, 830, 831, 832, 833,
	834, 834, 835, 836, 837, 838, 838, 839, 840, 841, 841, 842, 843, 844, 845, 845, 846, 847, 848, 848,
	849, 850, 850, 851, 852, 853, 853, 854, 855, 856, 856, 857, 858, 858, 859, 860, 860, 861, 862, 863,
	863, 864, 865, 865, 866, 867, 867, 868, 869, 869, 870, 871, 871, 872, 872, 873, 874, 874, 875, 876,
	876, 877, 877, 878, 879, 879, 880, 881, 881, 882, 882, 883, 884, 884, 885, 885, 886, 886, 887, 888,
	888, 889, 889, 890, 890, 891, 892, 892, 893, 893, 894, 894, 895, 895, 896, 896, 897, 898, 898, 899,
	899, 900, 900, 901, 901, 902, 902, 903, 903, 904, 904, 905, 905, 906, 906, 907, 907, 908, 908, 909,
	909,
}

// Expected is the score that a player with one rating is expected to reach against one with the other, in thousandths
// of a win: 500 for equal ratings, from 91 to 909 for all. The expected scores of both players add up to exactly 1000.
// A difference of more than 400 points counts as one of 400.
func Expected(own, other uint32) uint32 {
	if own < other {
		return whole - Expected(other, own)
	}
	return uint32(curve[min(own-other, maxDifference)])
}
