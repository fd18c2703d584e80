import { openSiteIcons } from './site-icons.ts'
import { defineSlice } from './slice.ts'

/** Where icons of companies' sites are served. */
const iconPath = '/images'

export const images = defineSlice({
  open({ corpus, network, sources, config, platform, clock, baseUrl, db }) {
    const { blobs, outbound } = platform
    const buildUrl = (id: string) => `${baseUrl.replace(/\/$/, '')}${iconPath}/${id}`
    const icons = openSiteIcons({ db, blobs, outbound, clock, buildUrl })
    return {
      deps: {
        search: corpus.search,
        network,
        sources,
        icons: config.ALMANAC_SITE_ICONS ? icons : undefined,
      },
      files: [{ path: iconPath, read: (id) => icons.read(id) }],
    }
  },
  keeps: { site_icons: 'domains of companies' },
})
