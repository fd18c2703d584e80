import type { DestinationStream } from 'pino'

const levels: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'error: ' }

/**
 * Log lines for people: `12:03:44 warning: disk nearly full (free 1.2 GB)`. Without a terminal they stay JSON, for programs.
 * The stack of a thrown error follows its line.
 */
export function terminalLog(to: Pick<NodeJS.WritableStream, 'write'>): DestinationStream {
  return { write: (line) => void to.write(`${readable(line)}\n`) }
}

function readable(line: string): string {
  const { level, time, msg, cause, ...detail } = JSON.parse(line) as Record<string, unknown>
  const facts = Object.entries(detail).map(([name, value]) => `${name} ${toText(value)}`)
  const more = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  const below = cause === undefined ? '' : `\n  ${toText(cause).replaceAll('\n', '\n  ')}`
  const clock = new Date(String(time)).toTimeString().slice(0, 8)
  return printable(`${clock} ${levels[Number(level)] ?? ''}${String(msg)}${more}${below}`)
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Text from outside must not control the terminal. */
const printable = (text: string) =>
  // eslint-disable-next-line no-control-regex -- Control characters are what is taken out.
  text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\u{fffd}')
