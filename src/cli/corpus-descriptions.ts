import { toldKinds } from '../corpus/kinds/index.ts'
import { importKinds, importTargets } from '../corpus/import/index.ts'

const listed = (texts: readonly string[], word: 'and' | 'or') =>
  `${texts.slice(0, -1).join(', ')}${word === 'and' ? ',' : ''} ${word} ${texts.at(-1)}`

// `command-list.ts` has the same in words of its own, since loading the kinds takes longer than help may: a test compares.

/** What `import` does, in a line of the help. */
export function importDescription(): string {
  const kinds = importKinds.map((kind) => importTargets[kind].words)
  return `load ${listed(kinds, 'or')} from files: JSON lines, JSON, CSV, .xlsx or Parquet, also gzip or zstd`
}

/** What `sample` does. */
export function sampleDescription(): string {
  const ofCompanies = toldKinds
    .filter(({ sample, on }) => sample.each === 'company' && on === undefined)
    .map(({ name, words }) => {
      const theirs = toldKinds.filter(({ on }) => on === name).map((kind) => kind.words)
      return theirs.length === 0 ? words : `${words} with ${theirs.join(' and ')}`
    })
  return `load made-up companies, ten people for each, and their ${listed(ofCompanies, 'and')}`
}
