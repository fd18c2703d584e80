import { sampleSource } from '../../records/index.ts'

/** What the source of a file is called where nobody says: the file's name without folders and extensions. */
export function nameSource(file: string): string {
  if (file === '-') return 'stdin'
  const name = (file.split(/[/\\]/).at(-1) ?? file).replace(/(\.[a-z]+)+$/i, '') || file
  // Rows under the source name of the sample would be removed together with it.
  return name === sampleSource ? `${name}-file` : name
}
