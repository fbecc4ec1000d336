import { vueModule } from '../vue-module';
import CheckoutPage from '../CheckoutPage.vue';

export default vueModule(CheckoutPage);
