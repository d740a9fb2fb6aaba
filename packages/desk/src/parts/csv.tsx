import { askText } from '../client/api.ts'
import { storeOf } from '../client/store.ts'
import { withFactor } from '../client/writing.ts'
import { isSandbox } from '../shell/place.ts'
import { word } from '../texts/texts.ts'
import { Fault, useSending } from './form.tsx'
import { save } from './save.ts'

type CsvProps = {
  /** Of the API, with its query. */
  readonly path: string
  /** What the file is called, without its end. */
  readonly name: string
}

/** What is shown, as a file; why there is none stands at the button. */
export function Csv({ path, name }: CsvProps) {
  const sending = useSending()
  const download = async () => {
    const question = { path, sandbox: isSandbox.value, storeId: storeOf(path) }
    save(`${name}.csv`, 'text/csv', await withFactor(() => askText(question)))
  }
  return (
    <div>
      <button
        type="button"
        aria-disabled={sending.isBusy}
        onClick={() => void sending.send(download)}
      >
        {word('save_as_csv')}
      </button>
      <Fault failure={sending.failure} />
    </div>
  )
}
