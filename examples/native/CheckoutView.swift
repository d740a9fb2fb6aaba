import SwiftUI
import WebKit

/// The checkout in an app. `onEnd` gets the merchant URL that the buyer was sent to.
struct CheckoutView: UIViewRepresentable {
    let checkout: URL
    let ends: [URL]
    let onEnd: (URL) -> Void

    func makeUIView(context: Context) -> WKWebView {
        let view = WKWebView()
        view.navigationDelegate = context.coordinator
        view.load(URLRequest(url: checkout))
        return view
    }

    func updateUIView(_ view: WKWebView, context: Context) {}
    func makeCoordinator() -> Coordinator { Coordinator(self) }

    final class Coordinator: NSObject, WKNavigationDelegate {
        private let view: CheckoutView
        init(_ view: CheckoutView) { self.view = view }

        func webView(
            _ webView: WKWebView,
            decidePolicyFor action: WKNavigationAction,
            decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
        ) {
            guard let url = action.request.url, action.targetFrame?.isMainFrame == true else {
                return decisionHandler(.allow)
            }
            if let end = view.ends.first(where: { $0.host == url.host && $0.path == url.path }) {
                decisionHandler(.cancel)
                return view.onEnd(end)
            }
            // Nothing but the checkout is shown here; what it links to opens in the browser.
            if url.host == view.checkout.host { return decisionHandler(.allow) }
            decisionHandler(.cancel)
            UIApplication.shared.open(url)
        }
    }
}
