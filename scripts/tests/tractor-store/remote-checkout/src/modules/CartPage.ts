import { vueModule } from '../vue-module';
import CartPage from '../CartPage.vue';

export default vueModule(CartPage);
