/** Content in parts of one size, the last one shorter. */
export async function* cutParts(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    pending.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    const all = Buffer.concat(pending)
    let from = 0
    for (; all.length - from >= partBytes; from += partBytes) yield all.subarray(from, from + partBytes)
    pending = [all.subarray(from)]
    bytes = all.length - from
  }
  if (bytes > 0) yield Buffer.concat(pending)
}
