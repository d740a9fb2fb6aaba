import { acceptOf } from '../../client/api.ts'
import { site } from '../../client/site.ts'
import { isOfStore } from '../../client/store.ts'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { CopyButton } from '../copy.tsx'

type RequestProps = {
  readonly path: string
  readonly ofNoMode?: boolean
  /** Default: it reads. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: object | undefined
}

/** A text in single quotes: a shell interprets nothing in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The screen's request, as a command for a shell; the reader inserts their own key. */
function curlOf({ path, ofNoMode = false, method, body }: RequestProps): string {
  const key = isOfStore.value || !path.startsWith('/lender/') ? 'STORE_KEY' : 'LENDER_KEY'
  const accept = quoted(`Accept: ${acceptOf(isSandbox.value && !ofNoMode)}`)
  const json = body && `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`
  return [
    `curl -s -H "Authorization: Bearer $${key}" -H ${accept}`,
    ...(method === undefined ? [] : [`-X ${method}`]),
    ...(json === undefined ? [] : [json]),
    quoted(location.origin + site.root + path),
  ].join(' ')
}

export function Request(props: RequestProps) {
  const curl = curlOf(props)
  return (
    <details>
      <summary>{tb.list.api}</summary>
      <p>
        <code class="curl">{curl}</code>
      </p>
      <div class="buttons">
        <CopyButton text={curl} label={tb.list.curl} />
        {props.method === undefined && <CopyButton text={location.href} label={tb.list.link} />}
      </div>
    </details>
  )
}
