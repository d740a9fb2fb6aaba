package example.shop

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.os.Bundle
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient

/** The checkout in an app. The result is the merchant URL that the buyer was sent to. */
class CheckoutActivity : Activity() {
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val checkout = requireNotNull(intent.data)
        val ends = intent.getStringArrayListExtra("ends").orEmpty().map(Uri::parse)
        val view = WebView(this)
        view.settings.javaScriptEnabled = true
        view.settings.domStorageEnabled = true
        view.webViewClient = object : WebViewClient() {
            override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
                val url = request.url
                if (!request.isForMainFrame) return false
                val end = ends.find { it.host == url.host && it.path == url.path }
                if (end != null) {
                    setResult(RESULT_OK, Intent().setData(end))
                    finish()
                    return true
                }
                // Nothing but the checkout is shown here; what it links to opens in the browser.
                if (url.host == checkout.host) return false
                startActivity(Intent(Intent.ACTION_VIEW, url))
                return true
            }
        }
        setContentView(view)
        if (state == null) view.loadUrl(checkout.toString()) else view.restoreState(state)
    }
}
