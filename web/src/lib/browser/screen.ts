/** How much room there is. The widths at which pages change are those of `app.css`. */

import { MediaQuery } from 'svelte/reactivity'

/** Whether the log and the review stand below the table instead of beside it. */
export const narrow = new MediaQuery('width < 1000px')
