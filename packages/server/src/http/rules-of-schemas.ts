/**
 * The rules that a schema may name with `x-rule`: what the parts of a value must be to each other.
 */
import type { ProductTermsWish } from '@svc/api'
import { type Fault, productFaults, productListFaults } from '../stores/rules.ts'

/** Is given what the schema describes. */
type SchemaRule = (checked: unknown) => Fault[]

export const rules: Readonly<Record<string, SchemaRule>> = {
  'product-terms': (checked) => productFaults(checked as ProductTermsWish),
  products: (checked) => productListFaults(checked as ProductTermsWish[]),
}
