/* URLs, structuredClone, DOMException and Base64, which core-js defines as globals. */

import 'core-js/modules/web.atob.js';
import 'core-js/modules/web.btoa.js';
import 'core-js/modules/web.dom-exception.constructor.js';
import 'core-js/modules/web.dom-exception.stack.js';
import 'core-js/modules/web.dom-exception.to-string-tag.js';
import 'core-js/modules/web.structured-clone.js';
import 'core-js/modules/web.url.js';
import 'core-js/modules/web.url.can-parse.js';
import 'core-js/modules/web.url.parse.js';
import 'core-js/modules/web.url.to-json.js';
import 'core-js/modules/web.url-search-params.js';
import 'core-js/modules/web.url-search-params.delete.js';
import 'core-js/modules/web.url-search-params.has.js';
import 'core-js/modules/web.url-search-params.size.js';
