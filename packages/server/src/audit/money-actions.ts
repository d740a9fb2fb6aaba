/** Actions that move money: each of them has an entry. */
export const MONEY = [
  ...['order.capture', 'order.void', 'order.refund', 'order.lapse', 'loan.pay'],
  ...['loan.repay_early', 'loan.charge_back', 'loan.waive', 'loan.write_off'],
  ...['loan.undo_write_off', 'loan.return_credit'],
  ...['payout.create', 'payout.release', 'payout.pay'],
]
