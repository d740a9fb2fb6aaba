import type { Reader } from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'

/** Whether the action is there, be it of another process. */
export const isNoted = (reader: Reader, id: string): Promise<boolean> =>
  exists(reader, 'FROM actions a WHERE a.id = $1', [id])
