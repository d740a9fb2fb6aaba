import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lenderEventTypes } from '@svc/api'
import { OF_ACTIONS } from './lender-event-checks.ts'

test('the auditor knows the action of each type of lender event', () => {
  assert.deepEqual(OF_ACTIONS.map(([, type]) => type).sort(), [...lenderEventTypes].sort())
})
