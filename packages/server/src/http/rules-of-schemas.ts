/**
 * The rules that a schema may name with `x-rule`: what the parts of a value must be to each other.
 */
import type {
  CollectionWish,
  DecisionLimitsWish,
  PayoutScheduleWish,
  ProductTermsWish,
} from '@svc/api'
import { limitFaults } from '../decisions/limits.ts'
import { scheduleFaults } from '../payouts/schedule.ts'
import { collectionFaults } from '../stores/collection.ts'
import { type Fault, productFaults, productListFaults } from '../stores/rules.ts'

/** Is given what the schema describes. */
type SchemaRule = (checked: unknown) => Fault[]

export const rules: Readonly<Record<string, SchemaRule>> = {
  'product-terms': (checked) => productFaults(checked as ProductTermsWish),
  collection: (checked) => collectionFaults(checked as CollectionWish),
  'decision-limits': (checked) => limitFaults(checked as DecisionLimitsWish),
  'payout-schedule': (checked) => scheduleFaults(checked as PayoutScheduleWish),
  products: (checked) => productListFaults(checked as ProductTermsWish[]),
}
