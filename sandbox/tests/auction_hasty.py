from sandbox.tests.auction import HastyAuction

GAME = HastyAuction()
