package text

// Acts returns all acts.
func Acts() []Act {
	return []Act{
		ActCreate, ActRematch, ActMatch, ActJoin, ActMove, ActConcede, ActChallenge, ActClaim, ActCancel, ActDecline,
		ActSetDelegate, ActSubmit, ActWithdraw, ActAllowBot, ActSetName, ActCreateMelee, ActJoinMelee, ActLeaveMelee,
		ActConfirmMelee, ActAim, ActFire, ActReport,
	}
}

// Settings returns all settings.
func Settings() []Setting {
	return []Setting{
		SettingRuleset, SettingStake, SettingClock, SettingKind, SettingOpponent, SettingPlayers, SettingPot, SettingInvited,
		SettingStep,
	}
}
