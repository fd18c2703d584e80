/** Saves the file behind a link, which names the address that the service thinks it has. */
export function openFile(url: string): void {
  const { pathname, search } = new URL(url, location.href)
  location.assign(`${pathname}${search}`)
}

/** Saves a text that the page made itself. */
export function saveText(name: string, type: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
