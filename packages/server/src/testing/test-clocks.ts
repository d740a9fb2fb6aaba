/** Whose time it is in a test: its own, with what the sandbox makes of it. */

import type { Database } from '../platform/database/database.ts'
import type { Ids } from '../platform/ids.ts'
import { asReal, type Clock } from '../platform/time/clock.ts'
import type { Clocks } from '../tenancy/caller/context.ts'
import { createClocks } from '../tenancy/test-clocks/clocks.ts'

/** There is no other process, so nothing has to be waited for. */
export function testClocks(
  database: Database,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): Clocks {
  const nowhere = async () => {}
  return createClocks({ database, real: asReal(clock), ids, pause: nowhere, rememberedMs: 0 })
}
