import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../console')
const rooms = readdirSync(join(folder, 'rooms'))
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

const filesOf = (path: string, end: RegExp) =>
  readdirSync(join(folder, path)).flatMap((name) => (end.test(name) ? [`${path}/${name}`] : []))

/** The selectors of a style sheet, one for each that a comma parts. */
function selectorsOf(css: string): string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const heads = [...plain.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim())
  return heads
    .filter((head) => !head.startsWith('@'))
    .flatMap((head) => head.split(/,(?![^(]*\))/).map((part) => part.trim()))
}
const classesIn = (text: string) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)

const shared = new Set(
  ['shell', 'parts', 'records']
    .flatMap((path) => filesOf(path, /\.css$/))
    .concat('tokens.css')
    .flatMap((path) => selectorsOf(read(path)).flatMap(classesIn)),
)
const sheets = new Map(
  rooms.map((room) => [room, filesOf(`rooms/${room}`, /\.css$/).flatMap((path) => selectorsOf(read(path)))]),
)
const ownOf = (room: string) =>
  new Set((sheets.get(room) ?? []).flatMap(classesIn).filter((name) => !shared.has(name)))

/** Classes that elements of a folder have, as far as they are written out. */
const usedIn = (path: string) =>
  new Set(
    filesOf(path, /\.tsx$/)
      .flatMap((path) => [...read(path).matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)])
      .flatMap(([, text = '', code = '']) => `${text} ${code}`.match(/[a-z][\w-]*/g) ?? []),
  )

// All style sheets stay in the page, whichever rooms somebody has been to.
describe('the styles of a room', () => {
  test.each(rooms)('%s: each selector names a class that is of this room alone', (room) => {
    const own = ownOf(room)
    expect((sheets.get(room) ?? []).filter((part) => !classesIn(part).some((name) => own.has(name)))).toEqual(
      [],
    )
  })

  test.each(rooms)('%s: no other room uses its classes', (room) => {
    const own = ownOf(room)
    const others = rooms.filter((other) => other !== room)
    const names = [
      ...['parts', 'shell', 'records'].flatMap((path) => [...usedIn(path)]),
      ...others.flatMap((other) => [...usedIn(`rooms/${other}`), ...ownOf(other)]),
    ]
    const taken = names.filter((name) => own.has(name))
    expect([...new Set(taken)]).toEqual([])
  })
})
