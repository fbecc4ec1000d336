import { startGallery } from 'shared/gallery/start-gallery';
import { notices } from './notices';
import { sections } from './sections';

startGallery({ title: 'Pricing', groups: [sections, notices] });
