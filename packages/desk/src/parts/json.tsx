/** JSON of the API; a text too long for its box can be scrolled by keyboard, too. */
export const Json = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: A box that scrolls takes the keyboard.
  <pre class="json" tabIndex={0}>
    {text}
  </pre>
)
