const kinds = ['affiliate', 'link', 'deal', 'brand', 'campaign', 'creative', 'landingPage', 'marketingSource', 'reportPreset', 'reportSchedule', 'postback', 'webhook', 'fraudRule', 'fxRate', 'apiKey', 'user'];

// The actions of the audit log that the filter offers. tests/architecture/test_audit_actions.py compares them with the
// sources of the server.
export const auditActions = [
    ...kinds.flatMap((kind) => [`${kind}.create`, `${kind}.update`]),
    ...['close', 'approve', 'hold', 'release', 'pay', 'settle'].map((verb) => `statement.${verb}`),
    'period.close', 'adjustment.create', 'adjustment.reverse', 'accrual.reverse', 'player.reassign', 'deal.withdrawVersion', 'fraudSignal.release', 'fraudSignal.reverse',
    'reportPreset.rotateToken', 'reportPreset.delete', 'reportSchedule.rotateSecret', 'reportSchedule.send', 'reportSchedule.pause', 'reportSchedule.fail', 'reportSchedule.unsubscribe', 'reportSchedule.delete',
    'postback.pause', 'webhook.pause', 'webhook.rotateSecret', 'delivery.replay', 'image.delete', 'digest.mail', 'feed.silent', 'rates.missing',
    'user.invite', 'user.acceptInvite', 'user.logIn', 'user.logInFailed', 'user.logInFailures', 'user.lockOut', 'user.changePassword', 'user.requestPasswordReset', 'user.resetPassword',
    'user.prepareTotp', 'user.enableTotp', 'user.disableTotp', 'user.useRecoveryCode', 'user.requestAddressChange', 'user.cancelAddressChange', 'user.changeAddress', 'user.confirmAddress', 'user.chooseMails',
    'operator.create', 'operator.update', 'clock.confirm', 'clock.repair',
];
