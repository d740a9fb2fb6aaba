/**
 * The rules that a schema may name with `x-rule`: what the parts of a value must be to each other.
 */
import type { ProductTermsWish } from '@svc/api'
import type { SchemaRules } from '../../platform/http/checker.ts'
import { productFaults, productListFaults } from '../../tenancy/stores/rules.ts'

export const rules: SchemaRules = {
  // The checker has held each value against the schema that names the rule.
  'product-terms': (checked) => productFaults(checked as ProductTermsWish),
  products: (checked) => productListFaults(checked as ProductTermsWish[]),
}
