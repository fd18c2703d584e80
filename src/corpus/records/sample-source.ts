/** What made-up records say they are from. No file, mapping or outside source may be called so. */
export const sampleSource = 'sample'

/** Why a source may not be called what the sample is. */
export const isSampleName = `${sampleSource} is the name of the made-up sample; give the source another name`
