/**
 * The part of the script that shows checkouts, a separate file: most pages of a shop never open
 * one. It registers itself where `late-checkout.ts` looks for it.
 */
import { createCheckout } from './checkout.ts'
import { partOf } from './late-checkout.ts'

partOf('__BRAND__').createCheckout = createCheckout
