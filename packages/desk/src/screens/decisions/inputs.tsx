import { word } from '../../texts/texts.ts'

/** Whatever was judged, member by member: amounts stay in minor units, as the rules read them. */
export function Values({ value }: { value: object }) {
  return (
    <dl class="values">
      {Object.entries(value).map(([name, each]) => (
        <div key={name}>
          <dt>{word(name)}</dt>
          <dd>
            {typeof each === 'object' && each !== null && !Array.isArray(each) ? (
              <Values value={each} />
            ) : (
              <code>{JSON.stringify(each)}</code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
