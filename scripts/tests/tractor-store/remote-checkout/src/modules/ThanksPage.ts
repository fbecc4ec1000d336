import { vueModule } from '../vue-module';
import ThanksPage from '../ThanksPage.vue';

export default vueModule(ThanksPage);
