/**
 * The rules that a schema may name with `x-rule`: what the parts of a value must be to each other.
 */

import { productFaults, productListFaults } from '../../model/stores/product-rules.ts'
import type { SchemaRules } from '../../platform/http/checker.ts'

export const rules: SchemaRules = { 'product-terms': productFaults, products: productListFaults }
