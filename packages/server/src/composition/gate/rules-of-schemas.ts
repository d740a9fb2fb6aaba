/**
 * The rules that a schema may name with `x-rule`: what the parts of a value must be to each other.
 */
import type { SchemaRules } from '../../platform/http/checker.ts'
import { productFaults, productListFaults } from '../../tenancy/stores/rules.ts'

export const rules: SchemaRules = { 'product-terms': productFaults, products: productListFaults }
