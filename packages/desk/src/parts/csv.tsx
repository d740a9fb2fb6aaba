import { useState } from 'preact/hooks'
import { requestFile } from '../client/api.ts'
import { storeOf } from '../client/store.ts'
import { withFactor } from '../client/writing.ts'
import { isSandbox } from '../shell/place.ts'
import { t, word } from '../texts/texts.ts'
import { Fault, useSending } from './form.tsx'
import { megabytes } from './format.ts'
import { save } from './save.ts'

type CsvProps = {
  /** The path of the API, with its query. */
  readonly path: string
  /** The name of the file, without its extension. */
  readonly name: string
}

/** Downloads the list as a file, which can be large; errors appear next to the button. */
export function Csv({ path, name }: CsvProps) {
  const sending = useSending()
  const [bytes, setBytes] = useState(0)
  const [stop, setStop] = useState<AbortController>()
  const download = async () => {
    const controller = new AbortController()
    const { signal } = controller
    setStop(controller)
    setBytes(0)
    try {
      const question = { path, sandbox: isSandbox.value, storeId: storeOf(path), signal }
      const file = await withFactor(() => requestFile(question, setBytes))
      save(`${name}.csv`, 'text/csv', file)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
  return (
    <div class="buttons">
      <button
        type="button"
        aria-disabled={sending.isBusy}
        onClick={() => void sending.send(download)}
      >
        {word('save_as_csv')}
      </button>
      {sending.isBusy && (
        <>
          <span>{megabytes(bytes)}</span>
          <button type="button" class="quiet" onClick={() => stop?.abort()}>
            {t.cancel}
          </button>
        </>
      )}
      <Fault failure={sending.failure} />
    </div>
  )
}
