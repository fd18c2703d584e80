import type { Almanac, FileBody } from '../src/index.ts'

/** A CSV goes up as a stream, is enriched, and comes down as a stream; a client that leaves half way cancels the job. */
export async function enrichList(almanac: Almanac, csv: FileBody, signal: AbortSignal) {
  const { output: upload } = await almanac.upload('uploadEnrichList', csv, { fileName: 'customers.csv' })
  const { output, cost } = await almanac.run(
    'startEnrichList',
    { uploadId: upload.uploadId, as: 'companies', members: ['preferred_name', 'domains'] },
    { signal },
  )
  const file = await almanac.download(output.run.outputUrl ?? '', { signal })
  return { cost, stats: output.run.stats, text: await new Response(file.stream).text() }
}
