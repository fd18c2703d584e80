import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'

type Read = Schemas['UploadEnrichListResponse']['output']

export interface Upload extends Read {
  fileName: string
  file: File
}

/** What was read in this window, by its id, so that going back and forward finds it. */
const uploads = new Map<string, Upload>()

export const findUpload = (id: string | undefined): Upload | undefined => uploads.get(id ?? '')

/** Reading is free. Throws Refused. */
export async function upload(file: File): Promise<Upload> {
  const { output } = await settle(
    api.POST('/v1/enrich/upload', {
      params: { query: { fileName: file.name } },
      // The type of a body is a text here, and a file is sent like one.
      body: file as unknown as string,
      bodySerializer: (body) => body,
      headers: { 'content-type': 'text/csv' },
    }),
  )
  const read = { ...output, fileName: file.name, file }
  uploads.set(read.uploadId, read)
  return read
}

/** Five rows of the sample's companies, written as people write them, and one that is nobody. */
const exampleRows = `Account,Website,Owner
Behusk Networks Inc.,https://www.be--husk.com/about,Kim
Snaglilm Interactve,,Kim
"Getreqo Estates GmbH & Co. KG",ge--treqo.de,Sam
Nobody Known Ltd,nobody.example,Sam
Behusk Networks,,Ada
`

export const exampleFile = (name: string) => new File([exampleRows], name)

/** Lines as a file of one column; those that look like websites are a column of their own. */
export function pastedFile(text: string, headings: { name: string; company: string; site: string }): File {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const isSite = (line: string) => /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(line)
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const rows = lines.map((line) => (isSite(line) ? `,${quote(line)}` : `${quote(line)},`))
  return new File([[`${headings.company},${headings.site}`, ...rows, ''].join('\n')], headings.name)
}
